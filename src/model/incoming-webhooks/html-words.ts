// The words of a text that a service sends as HTML. It is Markdown afterwards and is written as such, so nothing of it is
// ever read as HTML again.

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/** The text without its tags; paragraphs and breaks are lines. No `<` stands within a tag, so that each is read once. */
export function wordsOfHtml(html: string): string {
  return html
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<img\b[^<>]*\bsrc="(https?:[^"<>\s]{1,1000})"[^<>]*>/gi, ' $1 ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
