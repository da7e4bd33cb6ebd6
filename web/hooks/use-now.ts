// The current time in seconds, updated every minute while the page is visible.

import { useEffect, useState } from 'preact/hooks';

const MINUTE_MILLISECONDS = 60_000;

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

export function useNow(): number {
  const [now, setNow] = useState(nowSeconds);
  useEffect(() => {
    const update = () => setNow(nowSeconds());
    const timer = setInterval(update, MINUTE_MILLISECONDS);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return now;
}
