"""Pictures drawn by the program: brackets, places by round, pace. They hold no words."""
