@echo off
setlocal
for %%P in ("py -3" "python" "python3") do (
    %%~P -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>&1 && (
        %%~P "%~dp0bootstrap.py" test %*
        exit /b
    )
)
echo komandor: Python 3.11 or newer is needed and was not found. Get it from python.org. 1>&2
exit /b 1
