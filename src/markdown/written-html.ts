// Reading HTML that this folder wrote, for the other forms in which a message is shown: its elements are well nested and
// its attributes quoted, which is all that is relied upon.

/** Where what a spoiler hides begins. */
export const HIDDEN = '<div class="spoiler-content"';

/** The position after the element of a name that opens at `start`; the end of the text where it is not closed. */
export function elementEnd(html: string, name: 'div' | 'span', start: number): number {
  const tags = new RegExp(`<(/?)${name}\\b`, 'g');
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    depth += tag[1] === '' ? 1 : -1;
    if (depth === 0) return html.indexOf('>', tag.index) + 1;
  }
  return html.length;
}
