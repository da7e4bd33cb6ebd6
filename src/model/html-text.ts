// Escapes text for HTML in pages, mails and search results. Messages use `markdown/html.ts` instead, because
// clients rely on its exact output.

const special: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => special[character] ?? character);
}
