// What keys do: screens say what they do for an action, the one that said so last is asked first, and the shell asks
// when a key is pressed.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Action } from '../lib/keys.ts';

/** Answers `false` where the action means nothing at the moment, so that the next one is asked. */
export type Handler = () => unknown;

const handlers = new Map<Action, Handler[]>();

/** Says what an action does, until the function that this answers with is called. */
function onAction(action: Action, handler: Handler): () => void {
  handlers.set(action, [handler, ...(handlers.get(action) ?? [])]);
  return () => {
    const others = (handlers.get(action) ?? []).filter((one) => one !== handler);
    handlers.set(action, others);
  };
}

/** Does an action; false where nobody does anything for it. */
export function act(action: Action): boolean {
  return (handlers.get(action) ?? []).some((handler) => handler() !== false);
}

/** Says what actions do while a component is shown. */
export function useKeys(actions: { readonly [A in Action]?: Handler }): void {
  const latest = useRef(actions);
  latest.current = actions;
  // What is seen can be used at once.
  useLayoutEffect(() => {
    const names = Object.keys(latest.current) as Action[];
    const stops = names.map((name) => onAction(name, () => latest.current[name]?.()));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
