// What could not be had is asked for again by itself: soon, then less often, and when the browser is online again.

import { useEffect, useRef } from 'preact/hooks';
import { Backoff } from '../../client/backoff.ts';
import { untilOnline } from './until-online.ts';

/** Tries again as long as something has failed, and is in sight. A button beside it need not wait. */
export function useTryAgain(hasFailed: boolean, tryAgain: () => void): void {
  const backoff = useRef(new Backoff());
  useEffect(() => {
    if (!hasFailed) return undefined;
    const gone = new AbortController();
    void untilOnline(backoff.current.next(), gone.signal).then(() => {
      if (!gone.signal.aborted) tryAgain();
    });
    return () => gone.abort();
  }, [hasFailed]);
}
