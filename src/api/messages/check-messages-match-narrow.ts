// GET /messages/matches_narrow: which of some messages match a narrow, so that a client can sort what its event
// queue brings into the view it shows. Only messages of the caller's own history match.

import { id, list, mapOf } from '../../api-contract/codec.ts';
import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { ResponseSize } from '../../api-contract/response-size.ts';
import { matchShape } from '../../model/messages/message-schema.ts';
import type { MessageHead } from '../../model/messages/row.ts';
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
    msg_ids: required(list(id), 'The messages.'),
    narrow: required(narrow, 'The terms that they are to match.'),
  },
  result: { messages: mapOf(matchShape) },
  async handle({ asker, reader, mayBeLarge }, values) {
    if (values.msg_ids.length > limits.messagesPerPage) {
      throw badRequest(`Too many messages requested (maximum ${limits.messagesPerPage}).`);
    }
    const searcher = await asker();
    const terms = await parseNarrow(searcher, values.narrow);
    const own = { ...terms, isPersonal: true };
    const search = new Search(searcher, await planNarrow(searcher, own, values.msg_ids), new Walk());
    const everything = { low: 0, high: Number.MAX_SAFE_INTEGER };
    const { heads } = await search.nearest('newer', everything, values.msg_ids.length);
    const stems = searchedStems(terms) ?? [];
    const size = new ResponseSize(mayBeLarge);
    const messages: Record<string, MatchFields> = {};
    for (let from = 0; from < heads.length; from += MATCHED_AT_ONCE) {
      const some = heads.slice(from, from + MATCHED_AT_ONCE);
      for (const [messageId, match] of await matchFields(reader, some, stems, subjectOf)) {
        // A message that is missing would be taken for one that does not match.
        if (!size.takes(JSON.stringify(match).length)) throw tooLarge();
        messages[messageId] = match;
      }
    }
    return { messages };
  },
});

/** Messages whose contents are read and marked in one turn of the event loop: of the largest some 0.6 MB. */
const MATCHED_AT_ONCE = 4;

function subjectOf(head: MessageHead): string {
  return head.channel_id === null ? '' : head.topic_name;
}

function tooLarge(): ApiError {
  return badRequest('The matches of these messages are too large for one response. Ask for fewer messages.');
}
