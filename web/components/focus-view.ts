// Moves the focus to the view when a field next to it is done, or when something that was open led to it.

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

/**
 * Returns the focus from something that covered the page since an address. If it led elsewhere, the view gets the focus:
 * the element that opened it may be far from what is shown now.
 */
export function returnFocus(openedAt: string, opener: Element | undefined | null): void {
  const to = location.href === openedAt ? opener : document.querySelector('main');
  if (to instanceof HTMLElement) to.focus({ preventScroll: to.localName === 'main' });
}

/** What gets the focus back from something that a button opens: the button, or what contains it, whose key pressed it. */
export function openerOf(button: Element): Element {
  const { activeElement } = document;
  return activeElement !== document.body && activeElement?.contains(button) ? activeElement : button;
}
