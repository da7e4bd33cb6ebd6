// GET /users/me/alert_words: lists the caller's alert words.

import { anyText, list } from '../../api-contract/codec.ts';
import { readAlertWords } from '../../stores/accounts/alert-word-store.ts';
import { readOperation } from '../operation.ts';

export const getAlertWords = readOperation({
  name: 'get-alert-words',
  method: 'GET',
  path: '/users/me/alert_words',
  summary: 'List your alert words.',
  access: 'account',
  parameters: {},
  result: { alert_words: list(anyText) },
  async handle({ reader, actor }) {
    return { alert_words: await readAlertWords(reader, actor.account.id) };
  },
});
