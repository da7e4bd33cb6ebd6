// GET /messages/matches_narrow: which of some messages match a narrow, so that a client can sort what its event
// queue brings into the view it shows. Only messages of the caller's own history match.

import { id, list, mapOf } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { required } from '../../contract/parameter.ts';
import { matchShape } from '../../model/messages/shape.ts';
import { matchFields } from '../../narrow/matches.ts';
import { parseNarrow, searchedStems } from '../../narrow/parse-narrow.ts';
import { planNarrow } from '../../narrow/plan.ts';
import { Search } from '../../narrow/search.ts';
import { Walk } from '../../narrow/walk.ts';
import { narrow } from '../../narrow/wire-term.ts';
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
  async handle({ asker, reader }, values) {
    if (values.msg_ids.length > limits.messagesPerPage) {
      throw badRequest(`Too many messages requested (maximum ${limits.messagesPerPage}).`);
    }
    const searcher = await asker();
    const terms = await parseNarrow(searcher, values.narrow);
    const own = { ...terms, isPersonal: true };
    const search = new Search(searcher, await planNarrow(searcher, own, values.msg_ids), new Walk());
    const everything = { low: 0, high: Number.MAX_SAFE_INTEGER };
    const { heads } = await search.nearest('newer', everything, values.msg_ids.length);
    const matches = await matchFields(reader, heads, searchedStems(terms) ?? [], (head) =>
      head.channel_id === null ? '' : head.topic_name,
    );
    return { messages: Object.fromEntries(matches) };
  },
});
