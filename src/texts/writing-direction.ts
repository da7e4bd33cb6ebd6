// The writing direction of languages.

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

export type Direction = 'ltr' | 'rtl';

/** The writing direction of a language (BCP 47). */
export function directionOf(language: string): Direction {
  return RIGHT_TO_LEFT.has(language.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';
}
