// The address of the login page, which returns to the current view.

export function logInAddress(): string {
  const current = `${location.pathname}${location.search}${location.hash}`;
  return `/login/?next=${encodeURIComponent(current)}`;
}
