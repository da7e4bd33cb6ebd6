// GET /bot_storage: what the calling bot keeps for itself.

import { list, mapOf, text } from '../../contract/codec.ts';
import { optionally } from '../../contract/parameter.ts';
import { checkPresent } from '../../model/bot-storage/rules.ts';
import { allStored, storedUnder } from '../../model/bot-storage/store.ts';
import { readOperation } from '../operation.ts';

export const getBotStorage = readOperation({
  name: 'get-bot-storage',
  method: 'GET',
  path: '/bot_storage',
  summary: 'Read what the calling bot keeps for itself.',
  access: 'bot',
  parameters: { keys: optionally(list(text()), 'Which values; all of them by default.') },
  result: { storage: mapOf(text()) },
  async handle({ reader, actor }, { keys }) {
    if (!keys) return { storage: await allStored(reader, actor.account.id) };
    const storage = await storedUnder(reader, actor.account.id, keys);
    checkPresent(keys, storage);
    return { storage };
  },
});
