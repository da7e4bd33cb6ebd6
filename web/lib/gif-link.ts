// The text of a link to a GIF. Its title comes from strangers, so nothing in it has a meaning in Markdown: it must not
// mention anyone.

const MARKDOWN = /[`*~@#$<>|\\[\]{}]/g;

/** The title as plain text; "GIF" if nothing is left. */
export function gifLinkText(title: string): string {
  const plain = title.replace(MARKDOWN, '').replace(/\s+/g, ' ').trim();
  return plain === '' ? 'GIF' : plain;
}
