// Arrow keys move along the lines of a list of conversations; the first is reached from anywhere on the page.

import type { RefObject } from 'preact';
import { useKeys } from '../data/key-actions.ts';

const LINE = 'a.conversation';

function lines(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>(LINE) ?? [])];
}

/** Something in the line that has the focus. */
function inLine(selector: string): HTMLElement | undefined {
  return document.activeElement?.closest('li')?.querySelector<HTMLElement>(selector) ?? undefined;
}

export function useLineKeys(box: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const all = lines(box.current);
    const here = inLine(LINE);
    const place = here ? all.indexOf(here) : -1;
    const next = place < 0 ? all[0] : all[place + step];
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
