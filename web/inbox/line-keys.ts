// Keyboard navigation in a list of conversations; from elsewhere on the page, arrow keys go to the first
// line.

import type { RefObject } from 'preact';
import { useKeys } from '../data/key-actions.ts';

const LINE = 'a.conversation';

function lines(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>(LINE) ?? [])];
}

/** An element in the focused line. */
function inLine(selector: string): HTMLElement | undefined {
  return document.activeElement?.closest('li')?.querySelector<HTMLElement>(selector) ?? undefined;
}

export function useLineKeys(box: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const all = lines(box.current);
    const current = inLine(LINE);
    const index = current ? all.indexOf(current) : -1;
    const next = index < 0 ? all[0] : all[index + step];
    next?.focus();
    return next !== undefined;
  };
  useKeys({
    up: () => move(-1),
    down: () => move(1),
    first: () => lines(box.current)[0]?.focus(),
    last: () => lines(box.current).at(-1)?.focus(),
    edit: () => {
      const button = inLine('button.mark-read');
      button?.click();
      return button !== undefined;
    },
  });
}
