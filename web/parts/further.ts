// What few people open comes later than the first page: a part of the program, with the texts and the sheet that such
// parts have in common.

import { loadFurtherWords } from '../words/words.ts';
import { loadSheet } from './style-sheet.ts';

/** The address of the sheet; put in when the client is built. */
declare const FURTHER_STYLE: string;

/**
 * A part of the program when it, its texts and its style are there.
 *
 * @example
 * const { showPollDialog } = await further(() => import('./poll-dialog.tsx'));
 */
export async function further<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), loadFurtherWords(), loadSheet(FURTHER_STYLE)]);
  return part;
}
