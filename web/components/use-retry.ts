// Retries what failed to load: soon, then less often, and when the browser is online again.

import { useEffect, useRef } from 'preact/hooks';
import { Backoff } from '../../client/backoff.ts';
import { untilOnline } from './until-online.ts';

/** Retries while the component is mounted and has failed. A retry button next to it does not have to wait. */
export function useRetry(hasFailed: boolean, tryAgain: () => void): void {
  const backoff = useRef(new Backoff());
  useEffect(() => {
    if (!hasFailed) return undefined;
    const unmounted = new AbortController();
    void untilOnline(backoff.current.next(), unmounted.signal).then(() => {
      if (!unmounted.signal.aborted) tryAgain();
    });
    return () => unmounted.abort();
  }, [hasFailed]);
}
