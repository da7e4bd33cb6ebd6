// The way to log in, and back to what is shown now.

export function logInAddress(): string {
  const here = `${location.pathname}${location.search}${location.hash}`;
  return `/login/?next=${encodeURIComponent(here)}`;
}
