// GET /messages/count: how many messages match a narrow, up to a bound, without the messages. Clients show it above the
// results of a search, of which they have loaded a part.

import { boolean, described, id, integer, list, record } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { conversationIdentity } from '../../model/conversations/conversation-identity.ts';
import { countMessages as countMatches } from '../../narrow/message-counts.ts';
import { parseNarrow } from '../../narrow/parse-narrow.ts';
import { narrow } from '../../narrow/wire-term.ts';
import { readOperation } from '../operation.ts';
import { searchLimits } from './search-allowance.ts';

const count = described(integer({ minimum: 0 }), 'How many of the counted messages.');

export const countMessages = readOperation({
  name: 'count-messages',
  method: 'GET',
  path: '/messages/count',
  summary: 'Count the messages that match a narrow.',
  access: 'account',
  errors: ['BAD_NARROW'],
  parameters: { narrow: required(narrow, 'The narrow that messages must match.') },
  result: {
    count: described(
      integer({ minimum: 0 }),
      `The number of matching messages, at most ${limits.messagesCounted}.`,
    ),
    found_all: described(
      boolean,
      'Whether these are all of them. Otherwise the newest ones were counted, and there may be more.',
    ),
    senders: described(
      list(record({ user_id: described(id, 'The ID of a sender.'), count })),
      `The senders of the most of them, at most ${limits.countsPerKind}.`,
    ),
    channels: described(
      list(record({ stream_id: described(id, 'The ID of a channel.'), count })),
      `The channels with the most of them, at most ${limits.countsPerKind}.`,
    ),
    conversations: described(
      list(record({ ...conversationIdentity, count })),
      `The conversations with the most of them, at most ${limits.countsPerKind}.`,
    ),
  },
  async handle(context, values) {
    const requester = await context.requester();
    const terms = await parseNarrow(requester, values.narrow);
    const { state } = requester;
    const { isAll, ...counts } = await context.services.database.longRead(
      state.id,
      state.sequence,
      (reader) => countMatches({ ...requester, reader }, terms, searchLimits(context)),
    );
    return { ...counts, found_all: isAll };
  },
});
