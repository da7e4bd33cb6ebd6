// What few people open comes later than the first page: a part of the program, with the texts and the sheet that such
// parts have in common.

import { loadWords } from '../i18n/words.ts';
import { loadSheet } from './style-sheet.ts';

/** The addresses of the sheets; put in when the client is built. */
declare const FURTHER_STYLE: string;
declare const ADMINISTRATION_STYLE: string;

/**
 * A part of the program when it, its texts and its style are there.
 *
 * @example
 * const { showPollDialog } = await further(() => import('./poll-dialog.tsx'));
 */
export async function further<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), loadWords('further'), loadSheet(FURTHER_STYLE)]);
  return part;
}

/** A part of the program for administrators, whose texts and style only they load. */
export async function administration<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([
    further(load),
    loadWords('administration'),
    loadSheet(ADMINISTRATION_STYLE),
  ]);
  return part;
}
