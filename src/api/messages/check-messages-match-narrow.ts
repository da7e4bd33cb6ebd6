// GET /messages/matches_narrow: which of the given messages match a narrow. Clients use it to sort messages
// from their event queue into the current view. Only messages in the caller's own history match.

import { id, list, mapOf } from '../../api-contract/codec.ts';
import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { ResponseSize } from '../../api-contract/response-size.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { searchMatchSchema } from '../../model/messages/message-schema.ts';
import { matchFields } from '../../narrow/matches.ts';
import { parseNarrow, searchedStems } from '../../narrow/parse-narrow.ts';
import { planNarrow } from '../../narrow/plan.ts';
import { Search } from '../../narrow/search.ts';
import { Walk } from '../../narrow/walk.ts';
import { narrow } from '../../narrow/wire-term.ts';
import type { MatchFields } from '../../queries/messages/page-json.ts';
import { readOperation } from '../operation.ts';

export const checkMessagesMatchNarrow = readOperation({
  name: 'check-messages-match-narrow',
  method: 'GET',
  path: '/messages/matches_narrow',
  summary: 'Check which messages match a narrow.',
  access: 'account',
  errors: ['BAD_NARROW'],
  parameters: {
    msg_ids: required(list(id), 'The IDs of the messages.'),
    narrow: required(narrow, 'The narrow that the messages are checked against.'),
  },
  result: { messages: mapOf(searchMatchSchema) },
  async handle({ requester, reader, takeLargeResponseSlot }, values) {
    if (values.msg_ids.length > limits.messagesPerPage) {
      throw badRequest(`Too many messages requested (maximum ${limits.messagesPerPage}).`);
    }
    const searcher = await requester();
    const terms = await parseNarrow(searcher, values.narrow);
    const personalTerms = { ...terms, isPersonal: true };
    const search = new Search(
      searcher,
      await planNarrow(searcher, personalTerms, values.msg_ids),
      new Walk(),
    );
    const everything = { low: 0, high: Number.MAX_SAFE_INTEGER };
    const { heads } = await search.nearest('newer', everything, values.msg_ids.length);
    const stems = searchedStems(terms) ?? [];
    const size = new ResponseSize(takeLargeResponseSlot);
    const messages: Record<string, MatchFields> = {};
    for (let from = 0; from < heads.length; from += BATCH_SIZE) {
      const batch = heads.slice(from, from + BATCH_SIZE);
      for (const [messageId, match] of await matchFields(reader, batch, stems, subjectOf)) {
        // Leaving out a message would mean that it does not match.
        if (!size.fits(JSON.stringify(match).length)) throw tooLarge();
        messages[messageId] = match;
      }
    }
    return { messages };
  },
});

/** How many messages have their content read and highlighted in one turn of the event loop: at most about 0.6 MB. */
const BATCH_SIZE = 4;

function subjectOf(head: MessageHead): string {
  return head.channel_id === null ? '' : head.topic_name;
}

function tooLarge(): ApiError {
  return badRequest('The matches of these messages are too large for one response. Ask for fewer messages.');
}
