// The elements of a list of conversations that keys choose.

/** The rows of conversations, and the buttons in rows of their own. */
export const STOPS = '[role=row][tabindex]:not(.closing), .button-row button';

export function rowStops(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
}
