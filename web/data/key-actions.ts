// Connects keys to actions: mounted screens register handlers, those of the part of the page with the focus are called
// first, the most recent one before the others, and the app calls `performAction` when a key is pressed.

import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { Action } from '../lib/keys.ts';

/** Returns `false` if the action does not apply at the moment, so that the next handler is called. */
export type Handler = () => unknown;

type Handlers = Map<Action, Handler[]>;
/** Handlers of a part of the page, and those that apply wherever the focus is. */
const [scoped, unscoped]: readonly [Handlers, Handlers] = [new Map(), new Map()];

/** Registers a handler. Returns a function that removes it. */
function onAction(handlers: Handlers, action: Action, handler: Handler): () => void {
  handlers.set(action, [handler, ...(handlers.get(action) ?? [])]);
  return () => {
    const others = (handlers.get(action) ?? []).filter((one) => one !== handler);
    handlers.set(action, others);
  };
}

/** Performs an action; false if no handler applies. */
export function performAction(action: Action): boolean {
  return [scoped, unscoped].some((handlers) =>
    (handlers.get(action) ?? []).some((handler) => handler() !== false),
  );
}

/** A part of the page, such as an element. */
export interface PagePart {
  contains(node: Element | null): boolean;
}

/** The part of the page to which the keys of the components within are limited; without one, they work everywhere. */
export const KeyScope = createContext<{ readonly current: PagePart | null } | undefined>(undefined);

/** Registers handlers while a component is mounted. */
export function useKeys(actions: { readonly [A in Action]?: Handler }): void {
  const latest = useRef(actions);
  latest.current = actions;
  const scope = useContext(KeyScope);
  const isOutside = () => scope?.current?.contains(document.activeElement) === false;
  // A layout effect, so that keys work as soon as the component is visible.
  useLayoutEffect(() => {
    const names = Object.keys(latest.current) as Action[];
    const stops = names.map((name) =>
      onAction(scope ? scoped : unscoped, name, () => !isOutside() && latest.current[name]?.()),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
