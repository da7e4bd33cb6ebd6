// A list of conversations: a grid with one tab stop. Arrow keys choose a row, Enter opens it, and the arrows to the side
// lead to the buttons in it.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { gridNamed } from '../components/grid-roles.ts';
import { useKeys } from '../data/key-actions.ts';

/** What arrow keys choose: the rows of conversations, and the buttons in rows of their own. */
const STOPS = '[role=row][tabindex], .button-row button';

function stopsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
}

/** The chosen row, if the focus is in it. */
function chosenRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[role=row]') ?? null;
}

/** Moves the focus from a row to its buttons and back. */
function moveWithin(row: HTMLElement, step: 1 | -1): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('button')];
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}

export interface ConversationGridProps {
  /** The accessible name. */
  readonly label: string;
  readonly children: ComponentChildren;
}

export function ConversationGrid({ label, children }: ConversationGridProps) {
  const box = useRef<HTMLDivElement>(null);
  // The tab stop is set here and not by the rows, which would all be rendered again when it moves.
  function setTabStop(chosen: HTMLElement | undefined) {
    for (const stop of stopsIn(box.current)) stop.tabIndex = stop === chosen ? 0 : -1;
  }
  useLayoutEffect(() => {
    const stops = stopsIn(box.current);
    if (!stops.some(({ tabIndex }) => tabIndex === 0)) setTabStop(stops[0]);
  });
  const move = (step: 1 | -1) => {
    const stops = stopsIn(box.current);
    const row = chosenRow();
    const index = stops.findIndex((stop) => stop === row || stop === document.activeElement);
    const next = index < 0 ? stops[0] : stops[index + step];
    next?.focus();
    return next !== undefined;
  };
  useKeys({
    up: () => move(-1),
    down: () => move(1),
    first: () => stopsIn(box.current)[0]?.focus(),
    last: () => stopsIn(box.current).at(-1)?.focus(),
    edit: () => {
      const button = chosenRow()?.querySelector<HTMLElement>('.mark-read');
      button?.click();
      return button !== null && button !== undefined;
    },
  });
  function onKeyDown(event: KeyboardEvent) {
    const row = chosenRow();
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const isRtl = document.documentElement.dir === 'rtl';
    if (event.key === 'Enter' && row === document.activeElement) row.querySelector('a')?.click();
    else if (event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) moveWithin(row, 1);
    else if (event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) moveWithin(row, -1);
    else return;
    event.preventDefault();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is grid
    <div
      ref={box}
      {...gridNamed(label)}
      onFocusIn={({ target }) => setTabStop((target as HTMLElement).closest<HTMLElement>(STOPS) ?? undefined)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
