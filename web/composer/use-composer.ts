// Renders a component again when the composer changes.

import { useLayoutEffect, useReducer } from 'preact/hooks';
import type { Composer } from './composer.ts';

export function useComposer(composer: Composer): void {
  const [, render] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  useLayoutEffect(() => composer.listen(() => render(undefined)), [composer]);
}
