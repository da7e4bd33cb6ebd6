// GET /realm/emoji: the organization's custom emoji, including deactivated ones, which old messages show.

import { mapOf } from '../../api-contract/codec.ts';
import { emojiSchema, wireEmojiTable } from '../../model/emoji/wire-emoji.ts';
import { readEmoji } from '../../stores/emoji/emoji-store.ts';
import { readOperation } from '../operation.ts';

export const getCustomEmoji = readOperation({
  name: 'get-custom-emoji',
  method: 'GET',
  path: '/realm/emoji',
  summary: 'List the custom emoji by ID.',
  access: 'account',
  parameters: {},
  result: { emoji: mapOf(emojiSchema) },
  async handle({ reader }) {
    return { emoji: wireEmojiTable(await readEmoji(reader), reader.organizationId) };
  },
});
