// Files that wait in the browser for the network: until they are sent they stand in a text under an address that only
// this browser knows.

const address = /\bwaiting-file:([0-9a-f]{16})\b/g;

/** What stands in a text for a file. */
export function waitingAddress(key: string): string {
  return `waiting-file:${key}`;
}

/** The files that a text waits for, in its order, each once. */
export function waitingKeys(content: string): string[] {
  return [...new Set([...content.matchAll(address)].map(([, key = '']) => key))];
}

/** The text with a file's address on the server. */
export function withAddress(content: string, key: string, url: string): string {
  return content.replaceAll(waitingAddress(key), url);
}

/** The text around its files, and the links to them: `[name](waiting-file:…)`. */
export function partsOf(content: string): ({ readonly text: string } | { readonly key: string })[] {
  return content
    .split(/\[[^[\]]*\]\(waiting-file:([0-9a-f]{16})\)/)
    .map((part, place) => (place % 2 === 0 ? { text: part } : { key: part }))
    .filter((part) => !('text' in part) || part.text.trim() !== '');
}
