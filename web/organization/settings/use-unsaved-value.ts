// Unsaved values of administration forms. They last while the page is open, whatever view is shown; closing
// the page asks for confirmation.

import { useEffect, useReducer, useRef } from 'preact/hooks';
import { isOutdated, isSameValue, type UnsavedValue } from './unsaved-value.ts';

const unsavedValues = new Map<string, unknown>();

function confirmLeaving(event: Event): void {
  event.preventDefault();
}

function storeValue(key: string, value: unknown): void {
  unsavedValues.set(key, value);
  addEventListener('beforeunload', confirmLeaving);
}

function removeValue(key: string): void {
  unsavedValues.delete(key);
  if (unsavedValues.size === 0) removeEventListener('beforeunload', confirmLeaving);
}

export interface UnsavedField<T> {
  readonly value: T;
  /** Whether it differs from the saved value. */
  readonly isChanged: boolean;
  /** Whether the saved value has changed since editing began. */
  readonly isOutdated: boolean;
  readonly change: (value: T) => void;
  /**
   * Notes that a value is being saved, so that the resulting change of the saved value is not taken for
   * someone else's.
   */
  readonly onSent: (value: T) => void;
  readonly discard: () => void;
}

/**
 * The unsaved value of a field, stored under a key. `onLeave` is called when the component unmounts with an
 * unsaved value.
 */
export function useUnsavedValue<T>(key: string, saved: T, onLeave?: () => void): UnsavedField<T> {
  const [, render] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  // A function, since the value may change between two renderings.
  const storedValue = () => unsavedValues.get(key) as UnsavedValue<T> | undefined;
  const unsaved = storedValue();
  const isChanged = unsaved !== undefined && !isSameValue(unsaved.value, saved);
  useEffect(() => {
    if (unsaved && !isChanged) removeValue(key);
  });
  const leaving = useRef(onLeave);
  leaving.current = onLeave;
  useEffect(() => () => void (unsavedValues.has(key) && leaving.current?.()), [key]);
  return {
    value: isChanged ? unsaved.value : saved,
    isChanged,
    isOutdated: isChanged && isOutdated(unsaved, saved),
    change(value) {
      if (isSameValue(value, saved)) removeValue(key);
      else storeValue(key, { from: saved, ...storedValue(), value });
      render(undefined);
    },
    onSent(value) {
      const current = storedValue();
      if (!current) return;
      if (isSameValue(value, saved)) removeValue(key);
      else storeValue(key, { ...current, value, sent: value });
      render(undefined);
    },
    discard() {
      removeValue(key);
      render(undefined);
    },
  };
}
