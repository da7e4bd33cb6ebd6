// Normalizes the source of a message before it is stored and rendered.

/** Removes white space at the end and empty lines at the beginning. */
export function trimmedSource(content: string): string {
  // Not with a regular expression: matching white space at the end would try every position of every run of it.
  return content.trimEnd().replace(/^\n+/, '');
}
