// Validates the path that a page redirects to, taken from its address or form.

const HERE = 'http://here.invalid';

/** The path on this server as browsers resolve it, with query and fragment; `/` for an external address. */
export function pathWithin(text: string): string {
  if (!text.startsWith('/') || !URL.canParse(text, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(text, HERE);
  // A path that begins with two slashes names a host.
  if (origin !== HERE || pathname.startsWith('//')) return '/';
  return `${pathname}${search}${hash}`;
}
