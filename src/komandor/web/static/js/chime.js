// Two short tones. A browser makes a sound only after the page was touched once; any touch will do.
(() => {
  const K = (window.Komandor = window.Komandor || {});
  let audio = null;
  K.unlockSound = () => {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (!Audio) return;
    audio = audio || new Audio();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  };
  document.addEventListener("pointerdown", K.unlockSound, { passive: true });
  document.addEventListener("keydown", K.unlockSound);

  K.chime = () => {
    if (!audio || audio.state !== "running") return;
    [660, 880].forEach((pitch, n) => {
      const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + n * 0.16;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.2, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.15);
      tone.connect(volume).connect(audio.destination);
      tone.start(at); tone.stop(at + 0.16);
    });
  };
})();
