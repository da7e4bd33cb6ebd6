// Moves the focus to the view when a field next to it is done.

/**
 * Focuses the message or row that keys act on, if the view has one, otherwise the view; in the conversation beside the
 * view while the focus is there.
 */
export function focusView(): void {
  const main = document.activeElement?.closest<HTMLElement>('.beside') ?? document.querySelector('main');
  const current = main?.querySelector<HTMLElement>(
    '[role=feed] article[tabindex="0"], [role=grid] [tabindex="0"]',
  );
  (current ?? main)?.focus({ preventScroll: true });
}
