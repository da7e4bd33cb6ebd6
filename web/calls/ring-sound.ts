// The sound of ringing, made by the browser, in one tab.

/** Two tones in hertz, and how long they sound and pause, in seconds. */
const TONES = [659, 523] as const;
const TONE_SECONDS = 0.4;
const PERIOD_SECONDS = 2.5;
const LOUDNESS = 0.12;

/** Plays the sound once. */
export function playRing(audio: AudioContext): void {
  for (const [index, frequency] of TONES.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + index * TONE_SECONDS;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    volume.gain.setValueAtTime(LOUDNESS, start + TONE_SECONDS - 0.1);
    volume.gain.linearRampToValueAtTime(0, start + TONE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
}

/** Plays the sound again and again until the signal is aborted. */
function ring(signal: AbortSignal): void {
  if (!('AudioContext' in globalThis)) return;
  // Without a press on this page before, the browser may keep it silent; the notification is shown in any case.
  const audio = new AudioContext();
  playRing(audio);
  const timer = setInterval(() => playRing(audio), PERIOD_SECONDS * 1000);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    void audio.close();
  });
}

/** Rings in the first tab that gets the lock, until the signal is aborted. If that tab is closed, another one rings. */
export async function ringInOneTab(callId: number, signal: AbortSignal, notify: () => void): Promise<void> {
  const hold = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      signal.addEventListener('abort', () => resolve());
      document.documentElement.dataset.ringing = String(callId);
      signal.addEventListener('abort', () => delete document.documentElement.dataset.ringing);
      ring(signal);
      notify();
    });
  if (!('locks' in navigator)) {
    await hold();
    return;
  }
  // Aborted when it stops before this tab gets the lock.
  await navigator.locks.request(`ring ${callId}`, { signal }, hold).catch(() => undefined);
}
