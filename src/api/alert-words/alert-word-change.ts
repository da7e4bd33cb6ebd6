// Normalizes alert words and emits their changes, for the operations that change them.

import { list, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { alertWordsChanged } from '../../model/accounts/own-list-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAlertWords } from '../../stores/accounts/alert-word-store.ts';

export const alertWordParameters = {
  alert_words: required(
    list(text({ maximum: limits.alertWordCodePoints }), limits.alertWordsPerRequest),
    'The words or phrases.',
  ),
};

/** The words without surrounding white space and without empty ones. */
export function trimmedAlertWords(words: readonly string[]): string[] {
  return words.map((word) => word.trim()).filter((word) => word !== '');
}

/** Emits the whole list if it has changed, and returns it. */
export async function emitAlertWords(
  writer: Writer,
  accountId: number,
  before: readonly string[],
): Promise<string[]> {
  const after = await readAlertWords(writer, accountId);
  if (after.length !== before.length) {
    writer.emit(alertWordsChanged(accountId, after));
  }
  return after;
}
