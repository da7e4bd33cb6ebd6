// What a press of a button does, once at a time: while what it began is awaited, another press does nothing.

import { useRef, useState } from 'preact/hooks';

export interface Press<E> {
  /** Whether what was begun is awaited. */
  readonly isBusy: boolean;
  readonly onPress: (event: E) => void;
}

/** Waits for what `press` gives, where that is a promise. */
export function usePress<E>(press: ((event: E) => unknown) | undefined): Press<E> {
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const show = (is: boolean) => {
    isUnderWay.current = is;
    setBusy(is);
  };
  async function onPress(event: E): Promise<void> {
    if (isUnderWay.current) return;
    const begun = press?.(event);
    if (!(begun instanceof Promise)) return;
    show(true);
    try {
      await begun;
    } finally {
      show(false);
    }
  }
  return { isBusy, onPress: (event) => void onPress(event) };
}
