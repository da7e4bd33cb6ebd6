// Text in HTML, for pages, mails and search results. Messages are written by `markdown/html.ts`, whose form clients know
// to the letter.

const special: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text that means itself in HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => special[character] ?? character);
}
