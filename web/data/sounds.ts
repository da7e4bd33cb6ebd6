// Notification sounds, synthesized by the browser, so nothing is loaded.

/** Tones in hertz, each with its start in seconds. */
const melodies: Readonly<Record<string, readonly (readonly [frequency: number, at: number])[]>> = {
  zulip: [
    [587, 0],
    [880, 0.12],
  ],
  chime: [
    [1047, 0],
    [784, 0.15],
    [1319, 0.3],
  ],
  ding: [[1175, 0]],
};

const TONE_SECONDS = 0.5;
const LOUDNESS = 0.12;

/** Plays a sound by its name in the settings; `none` and unknown names are silent. */
export function playSound(name: string): void {
  const melody = Object.hasOwn(melodies, name) ? melodies[name] : undefined;
  if (!melody || !('AudioContext' in globalThis)) return;
  const audio = new AudioContext();
  const end = Math.max(...melody.map(([, at]) => at)) + TONE_SECONDS;
  for (const [frequency, at] of melody) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + TONE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
  setTimeout(() => void audio.close(), end * 1000 + 200);
}
