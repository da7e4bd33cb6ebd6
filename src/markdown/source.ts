// The text of a message as it is stored and rendered.

/** Without the white space at its end and the empty lines before it. */
export function trimmedSource(content: string): string {
  // No pattern finds the end of white space without trying every place of every run of it.
  return content.trimEnd().replace(/^\n+/, '');
}
