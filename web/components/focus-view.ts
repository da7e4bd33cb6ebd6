// Moves the focus to the view when a field next to it is done.

export function focusView(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
