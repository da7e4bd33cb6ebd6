// The time in seconds, new each minute while the page is looked at.

import { useEffect, useState } from 'preact/hooks';

const A_MINUTE_MILLISECONDS = 60_000;

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

export function useNow(): number {
  const [now, setNow] = useState(nowSeconds);
  useEffect(() => {
    const look = () => setNow(nowSeconds());
    const timer = setInterval(look, A_MINUTE_MILLISECONDS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}
