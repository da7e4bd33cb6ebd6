// The address of the login page, which leads back to the current view.

export function loginAddress(): string {
  const current = `${location.pathname}${location.search}${location.hash}`;
  return `/login/?next=${encodeURIComponent(current)}`;
}
