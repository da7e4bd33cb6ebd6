// The addresses of other organizations that a person has added in this browser.

const MAX_ORGANIZATIONS = 20;

/**
 * The origin of an address that a person typed, with or without `https://`; undefined if it is not one of the web, or
 * contains a name or a password.
 */
export function organizationAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(address)) return undefined;
  const { protocol, origin, username, password } = new URL(address);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return undefined;
  return origin;
}

/** The host of an organization, as text that cannot look like another one; with `http://` if it is not encrypted. */
export function organizationHost(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}

/** The addresses in a stored value, without that of the page. */
export function storedOrganizations(stored: unknown, own: string): readonly string[] {
  if (!Array.isArray(stored)) return [];
  const valid = stored.filter(
    (one): one is string => typeof one === 'string' && organizationAddress(one) === one && one !== own,
  );
  return [...new Set(valid)].slice(0, MAX_ORGANIZATIONS);
}
