// Where a page leads on to, when its address or form says so.

const HERE = 'http://here.invalid';

/** A path of this server as browsers will read it, with its query and fragment; `/` for an address elsewhere. */
export function pathWithin(text: string): string {
  if (!text.startsWith('/') || !URL.canParse(text, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(text, HERE);
  // What begins with two slashes names a host.
  if (origin !== HERE || pathname.startsWith('//')) return '/';
  return `${pathname}${search}${hash}`;
}
