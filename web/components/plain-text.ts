// The text of a message without its markup.

import { emojiOfClass } from './rendered-rules.ts';

const EMOJI = /<span [^>]*class="emoji ([^"]*)"[^>]*>([^<]*)<\/span>/g;

const MAX_LENGTH = 200;

/** The beginning of the text, at most 200 characters, in one line. */
export function plainText(html: string): string {
  const text = wholePlainText(html);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

/** The whole text, in one line. */
export function wholePlainText(html: string): string {
  // Tags are removed by a pattern because the HTML parser accepts only trusted HTML here.
  return (
    html
      .replace(EMOJI, (_, name: string, shown: string) => emojiOfClass(name) ?? shown)
      // Formulas are there twice: for screen readers and for display.
      .replace(/<math[^>]*>.*?<\/math>/gs, '')
      .replace(/<(?:br|\/p|\/li|\/div)>/g, ' ')
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
