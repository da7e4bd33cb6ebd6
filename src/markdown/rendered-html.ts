// Reads HTML that this folder wrote, to convert messages to other forms. Relies only on well-nested elements and
// quoted attributes.

/** The beginning of a spoiler's hidden content. */
export const SPOILER_CONTENT = '<div class="spoiler-content"';

/** The position after the `name` element that opens at `start`; the end of the text if it is not closed. */
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
