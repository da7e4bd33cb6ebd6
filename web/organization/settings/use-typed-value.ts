// What was typed into forms of the administration and is not saved: it stays for as long as the page is open, wherever one
// goes meanwhile, and whoever closes the page is asked first.

import { useEffect, useReducer, useRef } from 'preact/hooks';
import { isOvertaken, isSame, type Kept } from './typed-value.ts';

const typed = new Map<string, unknown>();

function ask(event: Event): void {
  event.preventDefault();
}

function keep(key: string, value: unknown): void {
  typed.set(key, value);
  addEventListener('beforeunload', ask);
}

function forget(key: string): void {
  typed.delete(key);
  if (typed.size === 0) removeEventListener('beforeunload', ask);
}

export interface TypedValue<T> {
  readonly value: T;
  /** Whether it is another one than what is saved. */
  readonly isChanged: boolean;
  /** Whether what is saved changed since this was begun. */
  readonly isOvertaken: boolean;
  readonly change: (value: T) => void;
  /** Notes that a value is being saved: it is what is typed now, and that it is saved then is nobody else's doing. */
  readonly sent: (value: T) => void;
  readonly discard: () => void;
}

/** What is typed for something, by a name of its own; `onLeave` is called when one goes with something unsaved. */
export function useTypedValue<T>(key: string, saved: T, onLeave?: () => void): TypedValue<T> {
  const [, render] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  // Asked anew by what happens between two renderings.
  const present = () => typed.get(key) as Kept<T> | undefined;
  const kept = present();
  const isChanged = kept !== undefined && !isSame(kept.value, saved);
  useEffect(() => {
    if (kept && !isChanged) forget(key);
  });
  const leaving = useRef(onLeave);
  leaving.current = onLeave;
  useEffect(() => () => void (typed.has(key) && leaving.current?.()), [key]);
  return {
    value: isChanged ? kept.value : saved,
    isChanged,
    isOvertaken: isChanged && isOvertaken(kept, saved),
    change(value) {
      if (isSame(value, saved)) forget(key);
      else keep(key, { from: saved, ...present(), value });
      render(undefined);
    },
    sent(value) {
      const begun = present();
      if (!begun) return;
      if (isSame(value, saved)) forget(key);
      else keep(key, { ...begun, value, sent: value });
      render(undefined);
    },
    discard() {
      forget(key);
      render(undefined);
    },
  };
}
