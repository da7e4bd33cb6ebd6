// GET /bot_storage: the values that the calling bot has stored.

import { anyText, list, mapOf, shortText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { checkKeysExist } from '../../model/bot-storage/bot-storage-rules.ts';
import { allStoredValues, storedValues } from '../../stores/bot-storage/bot-storage-store.ts';
import { readOperation } from '../operation.ts';

export const getBotStorage = readOperation({
  name: 'get-bot-storage',
  method: 'GET',
  path: '/bot_storage',
  summary: "Get the calling bot's storage.",
  access: 'bot',
  parameters: {
    keys: optionally(
      list(shortText, limits.botStorageValuesPerRequest),
      'The names of the values to get. Defaults to all.',
    ),
  },
  result: { storage: mapOf(anyText) },
  async handle({ reader, actor }, { keys }) {
    if (!keys) return { storage: await allStoredValues(reader, actor.account.id) };
    const storage = await storedValues(reader, actor.account.id, keys);
    checkKeysExist(keys, storage);
    return { storage };
  },
});
