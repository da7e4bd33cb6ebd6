// DELETE /users/me/alert_words: removes alert words of the caller.

import { anyText, list } from '../../api-contract/codec.ts';
import { readAlertWords, removeAlertWords } from '../../stores/accounts/alert-word-store.ts';
import { writeOperation } from '../operation.ts';
import { alertWordParameters, emitAlertWords, trimmedAlertWords } from './alert-word-change.ts';

export const removeAlertWordsOperation = writeOperation({
  name: 'remove-alert-words',
  method: 'DELETE',
  path: '/users/me/alert_words',
  summary: 'Remove alert words. Unknown ones are ignored.',
  access: 'account',
  parameters: alertWordParameters,
  result: { alert_words: list(anyText) },
  async handle(context, values) {
    const { id } = context.actor.account;
    return context.write(async (writer) => {
      const before = await readAlertWords(writer, id);
      await removeAlertWords(writer, id, trimmedAlertWords(values.alert_words));
      return { alert_words: await emitAlertWords(writer, id, before) };
    });
  },
});
