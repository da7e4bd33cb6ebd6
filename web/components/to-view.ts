// Gives the focus to the view, once a field beside it has done its work.

export function focusView(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
