// A click handler that runs once at a time: further clicks are ignored while its promise is pending.

import { useRef, useState } from 'preact/hooks';

export interface Press<E> {
  /** Whether the promise is pending. */
  readonly isBusy: boolean;
  readonly onPress: (event: E) => void;
}

/** Waits for the result of `press`, if it is a promise. */
export function usePress<E>(press: ((event: E) => unknown) | undefined): Press<E> {
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const show = (isRunningNow: boolean) => {
    isRunning.current = isRunningNow;
    setBusy(isRunningNow);
  };
  async function onPress(event: E): Promise<void> {
    if (isRunning.current) return;
    const result = press?.(event);
    if (!(result instanceof Promise)) return;
    show(true);
    try {
      await result;
    } finally {
      show(false);
    }
  }
  return { isBusy, onPress: (event) => void onPress(event) };
}
