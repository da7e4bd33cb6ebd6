// Reads the texts that a page shows, and finds those that are not translated.

import assert from 'node:assert/strict';

/** The texts of a page in HTML, in order: between tags, and in the attributes that are read aloud or shown later. */
function shownTexts(html: string): string[] {
  const withoutCode = html.replace(/<(style|script|code)\b[^>]*>.*?<\/\1>/gs, '');
  const spokenTexts = [...withoutCode.matchAll(/(?:aria-label|data-copied)="([^"]+)"/g)].map(
    ([, text = '']) => text,
  );
  const visible = withoutCode.split(/<[^>]*>/).map((text) => text.trim());
  return [...visible, ...spokenTexts].filter((text) => /\p{L}/u.test(text));
}

/**
 * Expects that two languages of a page have no text in common.
 *
 * @param data names and the like, which are the same in all languages
 */
export function assertTranslated(english: string, translated: string, data: readonly string[] = []): void {
  const englishTexts = shownTexts(english);
  const texts = shownTexts(translated);
  assert.ok(englishTexts.length > 0, 'the page has no text');
  assert.equal(texts.length, englishTexts.length, `${englishTexts.join(' | ')}\n${texts.join(' | ')}`);
  const untranslated = texts.filter((text) => englishTexts.includes(text) && !data.includes(text));
  assert.deepEqual(untranslated, [], 'texts that are not translated');
}
