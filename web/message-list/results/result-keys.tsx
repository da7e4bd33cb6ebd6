// The keys that lead from result to result.

import { useKeys } from '../../data/key-actions.ts';
import { ReadOnlyMessageKeys } from '../selected-message-keys.tsx';
import type { ResultsController } from './results-controller.ts';

export interface ResultKeysProps {
  readonly controller: ResultsController;
  readonly rowOf: (id: number | undefined) => HTMLElement | undefined;
}

export function ResultKeys({ controller, rowOf }: ResultKeysProps) {
  /** Chooses a result by its position among those shown; from the end if it is negative. */
  function choose(position: number): void {
    const id = controller.shown.at(position)?.id;
    if (id === undefined) return;
    controller.choose(id);
    rowOf(id)?.focus();
  }
  function move(step: 1 | -1): void {
    const { shown, current } = controller;
    const to = shown.findIndex(({ id }) => id === current?.id) + step;
    // From outside of the list a key leads to the chosen result first.
    if (!document.activeElement?.closest('.results article')) choose(to - step);
    else if (to >= 0 && to < shown.length) choose(to);
  }
  useKeys({
    up: () => move(-1),
    down: () => move(1),
    first: () => choose(0),
    last: () => choose(-1),
  });
  return <ReadOnlyMessageKeys controller={controller} moving={{ current: { row: rowOf } }} />;
}
