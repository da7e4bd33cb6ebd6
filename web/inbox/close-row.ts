// Closes the row of a conversation that leaves its list. The next row is chosen at once; the action that removes the
// row runs when it has closed.

import { type RowChoice, rowContents } from './row-choice.ts';
import { rowStops } from './row-stops.ts';

const CLOSING_MILLISECONDS = 100;
/** How long the list may take to remove a row that leaves. */
const REMOVED_MILLISECONDS = 1000;

export interface ClosingRow {
  readonly choice: RowChoice;
  readonly isClosing: boolean;
  readonly row: HTMLElement | undefined;
}

/** Chooses the next row, or the one before the last. */
function chooseNeighbor(row: HTMLElement): void {
  const rows = rowStops(row.closest<HTMLElement>('[role=grid]'));
  const index = rows.indexOf(row);
  (rows[index + 1] ?? rows[index - 1])?.focus();
}

function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** @param act removes the row from its list; resolves to false if the row stays */
export function closeRow({ choice, isClosing, row }: ClosingRow, act: () => Promise<boolean>): void {
  if (!row || !isClosing) {
    void act();
    return;
  }
  if (row.classList.contains('closing')) return;
  chooseNeighbor(row);
  row.classList.add('closing');
  const closing = row.animate([{ height: `${row.offsetHeight}px` }, { height: '0px', opacity: 0 }], {
    duration: isMotionReduced() ? 0 : CLOSING_MILLISECONDS,
    fill: 'forwards',
  });
  const key = rowContents.get(row)?.key ?? '';
  const reopen = () => {
    if (choice.closed.get(key) === reopen) choice.closed.delete(key);
    closing.cancel();
    row.classList.remove('closing');
    // The row did not leave, since the change was undone at once.
    if (!row.isConnected || choice.wanted !== key) return;
    choice.wanted = undefined;
    row.focus();
  };
  choice.closed.set(key, reopen);
  const finish = () => {
    if (!choice.pending.delete(finish)) return;
    // A row may stay, for example in a list of everything that is put away.
    act().then((isLeaving) => {
      if (isLeaving) setTimeout(reopen, REMOVED_MILLISECONDS);
      else reopen();
    }, reopen);
  };
  choice.pending.add(finish);
  closing.finished.then(finish, finish);
}
