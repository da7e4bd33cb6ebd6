// POST /messages/flags/narrow: adds or removes a flag on a range of the messages that match a narrow. Clients
// continue from the ends of the range until they have covered all of it.

import { changeFlags } from '../../actions/messages/change-flags.ts';
import { boolean, id, integer, list, nullable, optional, shortText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { readAnchor } from '../../narrow/anchor.ts';
import { checkRange, fetchRange } from '../../narrow/range.ts';
import { resolveNarrow } from '../../narrow/resolve.ts';
import { narrow } from '../../narrow/wire-term.ts';
import { rewriteWith } from '../../narrow/with-operator.ts';
import { searchLimits } from '../messages/search-allowance.ts';
import { writeOperation } from '../operation.ts';
import { flagChange, flagParameters } from './flag-parameters.ts';

/** Limits the range to one page in total, with at least half a page available on each side. */
function clampRange(
  before: number,
  after: number,
): { readonly numBefore: number; readonly numAfter: number } {
  const maximum = limits.messagesPerPage;
  const numBefore = Math.min(before, Math.max(maximum - after, maximum >> 1));
  return { numBefore, numAfter: Math.min(after, maximum - numBefore) };
}

export const updateFlagsForNarrow = writeOperation({
  name: 'update-message-flags-for-narrow',
  method: 'POST',
  path: '/messages/flags/narrow',
  summary: 'Add or remove one of your flags on a range of messages that match a narrow.',
  since: 155,
  access: 'account',
  errors: ['BAD_NARROW'],
  parameters: {
    anchor: required(shortText, 'A message ID, `newest`, `oldest` or `first_unread`.', {
      encoding: 'either',
    }),
    include_anchor: withDefault(boolean, true, 'Whether the range includes the anchor.'),
    num_before: required(integer({ minimum: 0 }), 'Number of messages before the anchor.'),
    num_after: required(integer({ minimum: 0 }), 'Number of messages after the anchor.'),
    narrow: required(narrow, 'The narrow that messages must match.'),
    ...flagParameters,
  },
  result: {
    processed_count: integer(),
    updated_count: integer(),
    first_processed_id: nullable(id),
    last_processed_id: nullable(id),
    found_oldest: boolean,
    found_newest: boolean,
    ignored_because_not_subscribed_channels: optional(list(id)),
  },
  async handle(context, values) {
    const { account } = context.actor;
    const change = flagChange(values.op, values.flag);
    const request = {
      anchor: readAnchor(values.anchor, undefined, false),
      includeAnchor: values.include_anchor,
      ...clampRange(values.num_before, values.num_after),
    };
    checkRange(request);
    const requester = await context.requester();
    const terms = await rewriteWith(requester, values.narrow);
    const range = await fetchRange(
      requester,
      resolveNarrow(requester, terms),
      request,
      searchLimits(context),
    );
    const ids = range.heads.map((head) => head.id);
    const { changedIds, skippedChannelIds } = await context.write((writer) =>
      changeFlags(writer, account, change, ids),
    );
    const marksUnread = change.flag === 'read' && change.op === 'remove';
    return {
      processed_count: ids.length,
      updated_count: changedIds.length,
      first_processed_id: ids[0] ?? null,
      last_processed_id: ids.at(-1) ?? null,
      found_oldest: range.foundOldest,
      found_newest: range.foundNewest,
      ...(marksUnread && { ignored_because_not_subscribed_channels: [...skippedChannelIds] }),
    };
  },
});
