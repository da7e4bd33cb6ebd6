// The call that an address names.

/**
 * The id of the call; undefined for other addresses.
 * @param pageUrl the address of the page
 */
export function callAt(address: string, pageUrl: string): number | undefined {
  if (!URL.canParse(address, pageUrl)) return undefined;
  const url = new URL(address, pageUrl);
  if (url.origin !== new URL(pageUrl).origin) return undefined;
  const path = url.hash === '' ? url.pathname : url.hash.replace('#', '/');
  const id = /^\/calls\/([1-9]\d{0,14})$/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}
