// Push to talk: the microphone is on while Ctrl+Space (on Macs Alt+Space) is held, also while something is typed.

import type { CallSession } from './call-session.ts';

export const pushToTalkKey = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌥ Space' : 'Ctrl+Space');

/** Returns a function that ends it. */
export function followPushToTalk(session: CallSession): () => void {
  const stopping = new AbortController();
  let isHeld = false;
  const options = { signal: stopping.signal, capture: true };
  // If the server refuses, the window shows that the microphone is off.
  const set = (isMuted: boolean) => void session.setMuted(isMuted).catch(() => undefined);
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    set(true);
  };
  addEventListener(
    'keydown',
    (event) => {
      if (event.code !== 'Space' || !(event.ctrlKey || event.altKey)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isHeld) return;
      isHeld = true;
      set(false);
    },
    options,
  );
  addEventListener(
    'keyup',
    (event) => {
      if (event.code === 'Space' || event.key === 'Control' || event.key === 'Alt') release();
    },
    options,
  );
  addEventListener('blur', release, options);
  return () => stopping.abort();
}
