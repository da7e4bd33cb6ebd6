// Where a list of results is scrolled to, and scrolling there again.

import type { LeftResults } from './left-results.ts';

/** A result in the middle of what is shown, and where it is; undefined at the top of the list. */
export function resultInView(box: HTMLElement): LeftResults['at'] {
  const { top, bottom, left, width, height } = box.getBoundingClientRect();
  for (let y = top + height / 4; y < bottom && box.scrollTop > 0; y += 40) {
    const row = document
      .elementFromPoint(left + width / 2, y)
      ?.closest<HTMLElement>('.result-groups article[data-id]');
    if (row) return { id: Number(row.dataset.id), top: row.getBoundingClientRect().top - top };
  }
  return undefined;
}

/** Scrolls until a result is where it was. @param top how far it was from the top of the list in pixels */
export function scrollToLeft(box: HTMLElement, row: HTMLElement, top: number): void {
  // Groups that were not in view yet have no heights of their own. Those that have been laid out once keep theirs.
  const groups = [...box.querySelectorAll<HTMLElement>('.result-group')];
  for (const { style } of groups) style.contentVisibility = 'visible';
  box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - top;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const { style } of groups) style.contentVisibility = '';
    }),
  );
}
