// Loads the chunks of the client that few people open, together with the texts and the style sheet they
// share.

import { loadTexts } from '../i18n/texts.ts';
import { loadStyleSheet } from './style-sheet.ts';

/** The addresses of the style sheets; inserted by the build. */
declare const SECONDARY_STYLE: string;
declare const ADMINISTRATION_STYLE: string;

/**
 * Loads a chunk together with its texts and style.
 *
 * @example
 * const { showSnippets } = await loadSecondary(() => import('./snippets-dialog.tsx'));
 */
export async function loadSecondary<T>(load: () => Promise<T>): Promise<T> {
  const [chunk] = await Promise.all([load(), loadTexts('secondary'), loadStyleSheet(SECONDARY_STYLE)]);
  return chunk;
}

/** Loads a chunk for administrators, whose texts and style only they load. */
export async function loadAdministration<T>(load: () => Promise<T>): Promise<T> {
  const [chunk] = await Promise.all([
    loadSecondary(load),
    loadTexts('administration'),
    loadStyleSheet(ADMINISTRATION_STYLE),
  ]);
  return chunk;
}
