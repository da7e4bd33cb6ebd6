// The current time in seconds, updated every minute while the page is visible, at the same time for the whole page.

import { useEffect, useState } from 'preact/hooks';

const MINUTE_MILLISECONDS = 60_000;
const listeners = new Set<(now: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function update(): void {
  const now = nowSeconds();
  for (const listener of listeners) listener(now);
}

/** Calls the listener with each new time. Returns a function that removes it. */
function listen(listener: (now: number) => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(update, MINUTE_MILLISECONDS);
    document.addEventListener('visibilitychange', update);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', update);
  };
}

export function useNow(): number {
  const [now, setNow] = useState(nowSeconds);
  useEffect(() => listen(setNow), []);
  return now;
}
