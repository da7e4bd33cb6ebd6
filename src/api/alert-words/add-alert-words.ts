// POST /users/me/alert_words: adds alert words of the caller, and preserves existing ones.

import { anyText, list } from '../../api-contract/codec.ts';
import { addAlertWords, readAlertWords } from '../../stores/accounts/alert-word-store.ts';
import { readCreator, takeQuotaOfInserted } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { alertWordParameters, emitAlertWords, trimmedAlertWords } from './alert-word-change.ts';

export const addAlertWordsOperation = writeOperation({
  name: 'add-alert-words',
  method: 'POST',
  path: '/users/me/alert_words',
  summary: 'Add alert words. Existing ones are preserved.',
  access: 'account',
  parameters: alertWordParameters,
  result: { alert_words: list(anyText) },
  async handle(context, values) {
    const { id } = context.actor.account;
    return context.write(async (writer) => {
      const before = await readAlertWords(writer, id);
      const added = await addAlertWords(writer, id, trimmedAlertWords(values.alert_words));
      await takeQuotaOfInserted(await readCreator(writer, id), 'alert_words', added);
      return { alert_words: await emitAlertWords(writer, id, before) };
    });
  },
});
