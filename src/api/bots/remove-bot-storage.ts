// DELETE /bot_storage: deletes some or all of the calling bot's stored values.

import { list, shortText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { checkKeysExist } from '../../model/bot-storage/bot-storage-rules.ts';
import { deleteAllValues, deleteValues, storedValues } from '../../stores/bot-storage/bot-storage-store.ts';
import { writeOperation } from '../operation.ts';

export const removeBotStorage = writeOperation({
  name: 'remove-bot-storage',
  method: 'DELETE',
  path: '/bot_storage',
  summary: "Delete values from the calling bot's storage.",
  access: 'bot',
  parameters: {
    keys: optionally(
      list(shortText, limits.botStorageValuesPerRequest),
      'The names of the values to delete. Defaults to all.',
    ),
  },
  result: {},
  async handle({ write, actor }, { keys }) {
    await write(async (writer) => {
      if (!keys) return deleteAllValues(writer, actor.account.id);
      checkKeysExist(keys, await storedValues(writer, actor.account.id, keys));
      return deleteValues(writer, actor.account.id, keys);
    });
    return {};
  },
});
