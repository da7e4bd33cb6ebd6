// POST /users/me/alert_words

import { anyText, list } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { addAlertWords, readAlertWords } from '../../stores/accounts/alert-word-store.ts';
import { writeOperation } from '../operation.ts';
import { alertWordParameters, tellAlertWords, trimmed } from './change.ts';

export const addAlertWordsOperation = writeOperation({
  name: 'add-alert-words',
  method: 'POST',
  path: '/users/me/alert_words',
  summary: 'Add words that alert you; those that are there already stay.',
  access: 'account',
  parameters: alertWordParameters,
  result: { alert_words: list(anyText) },
  async handle(context, values) {
    const { id } = context.actor.account;
    return context.write(async (writer) => {
      const before = await readAlertWords(writer, id);
      await addAlertWords(writer, id, trimmed(values.alert_words));
      const after = await tellAlertWords(writer, id, before);
      if (after.length > limits.alertWordsPerAccount) {
        throw badRequest(`Too many alert words (limit: ${limits.alertWordsPerAccount}).`);
      }
      return { alert_words: after };
    });
  },
});
