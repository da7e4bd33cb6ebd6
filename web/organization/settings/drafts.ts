// What was typed into forms of the administration and is not saved: it stays for as long as the page is open, wherever one
// goes meanwhile, and whoever closes the page is asked first.

import { useEffect, useReducer, useRef } from 'preact/hooks';
import { isOvertaken, isSame, type Kept } from './kept-draft.ts';

const drafts = new Map<string, unknown>();

function ask(event: Event): void {
  event.preventDefault();
}

function keep(key: string, value: unknown): void {
  drafts.set(key, value);
  addEventListener('beforeunload', ask);
}

function forget(key: string): void {
  drafts.delete(key);
  if (drafts.size === 0) removeEventListener('beforeunload', ask);
}

export interface DraftOf<T> {
  readonly value: T;
  /** Whether it is another one than what is saved. */
  readonly isChanged: boolean;
  /** Whether what is saved changed since this was begun. */
  readonly isOvertaken: boolean;
  readonly change: (value: T) => void;
  /** Notes that what is typed now is being saved: that it is saved then is nobody else's doing. */
  readonly sent: () => void;
  readonly discard: () => void;
}

/** What is typed for something, by a name of its own; `onLeave` is called when one goes with something unsaved. */
export function useDraft<T>(key: string, saved: T, onLeave?: () => void): DraftOf<T> {
  const [, render] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  // Asked anew by what happens between two renderings.
  const present = () => drafts.get(key) as Kept<T> | undefined;
  const kept = present();
  const isChanged = kept !== undefined && !isSame(kept.value, saved);
  useEffect(() => {
    if (kept && !isChanged) forget(key);
  });
  const leaving = useRef(onLeave);
  leaving.current = onLeave;
  useEffect(() => () => void (drafts.has(key) && leaving.current?.()), [key]);
  return {
    value: isChanged ? kept.value : saved,
    isChanged,
    isOvertaken: isChanged && isOvertaken(kept, saved),
    change(value) {
      if (isSame(value, saved)) forget(key);
      else keep(key, { from: saved, ...present(), value });
      render(undefined);
    },
    sent() {
      const typed = present();
      if (typed) keep(key, { ...typed, sent: typed.value });
    },
    discard() {
      forget(key);
      render(undefined);
    },
  };
}
