// Plays one sound at a time: what begins to play pauses what has played before.

let playing: HTMLMediaElement | undefined;
let isListening = false;

/** Begins to watch all players of the page. */
export function pauseOthers(): void {
  if (isListening) return;
  isListening = true;
  // The event does not bubble.
  document.addEventListener(
    'play',
    ({ target }) => {
      if (!(target instanceof HTMLMediaElement) || target === playing) return;
      playing?.pause();
      playing = target;
    },
    true,
  );
}

/** Pauses the sound, if there is one. */
export function pauseSound(): void {
  playing?.pause();
}
