// What the server answers to a question of a component, asked again after a failure.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ParleyError } from '../../client/parley-error.ts';
import { useRetry } from '../components/use-retry.ts';

export interface Answer<T> {
  /** The last answer; undefined before the first one. */
  readonly value: T | undefined;
  /** Why the last request failed; undefined if it did not. */
  readonly error: unknown;
  readonly ask: () => void;
}

/**
 * Asks when the component is mounted, and on request. Temporary failures are retried.
 * @param request the same question as long as the component is mounted
 */
export function useAnswer<T>(request: () => Promise<T>): Answer<T> {
  const [{ value, error }, setAnswer] = useState<{ readonly value?: T; readonly error?: unknown }>({});
  const [isRunning, setRunning] = useState(true);
  const latest = useRef(0);
  function ask(): void {
    latest.current += 1;
    const asked = latest.current;
    setRunning(true);
    const settle = (change: (before: { readonly value?: T }) => { value?: T; error?: unknown }) => {
      if (asked !== latest.current) return;
      setAnswer(change);
      setRunning(false);
    };
    request().then(
      (value) => settle(() => ({ value })),
      (error) => settle((before) => ({ ...before, error })),
    );
  }
  useEffect(() => {
    ask();
    return () => {
      latest.current += 1;
    };
  }, []);
  useRetry(!isRunning && error instanceof ParleyError && error.isTemporary, ask);
  return { value, error, ask };
}
