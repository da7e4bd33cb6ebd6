// PUT /bot_storage: stores values for the calling bot. Values under other names remain.

import { mapOf, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { checkStorageLimit } from '../../model/bot-storage/bot-storage-rules.ts';
import { putValues, storedSizeExcept } from '../../stores/bot-storage/bot-storage-store.ts';
import { writeOperation } from '../operation.ts';

export const updateBotStorage = writeOperation({
  name: 'update-bot-storage',
  method: 'PUT',
  path: '/bot_storage',
  summary: "Store values in the calling bot's storage.",
  access: 'bot',
  parameters: {
    storage: required(
      mapOf(text({ maximum: limits.botStorageValueCodePoints }), limits.botStorageValuesPerRequest),
      'The values by name. Values with other names do not change.',
    ),
  },
  result: {},
  async handle({ write, actor }, { storage }) {
    await write(async (writer) => {
      checkStorageLimit(await storedSizeExcept(writer, actor.account.id, Object.keys(storage)), storage);
      await putValues(writer, actor.account.id, storage);
    });
    return {};
  },
});
