// State that is reset when its key changes. The reset happens in the same render: an effect would run after the paint,
// and a key pressed before that would see the old state.

import { useState } from 'preact/hooks';

/** The state for this key, which is `initial` until it is set, and a function that sets it. */
export function useKeyedState<T>(key: string, initial: T): [T, (value: T) => void] {
  const [stored, store] = useState({ key, value: initial });
  return [stored.key === key ? stored.value : initial, (value) => store({ key, value })];
}
