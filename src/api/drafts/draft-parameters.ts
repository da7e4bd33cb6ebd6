// The codec of drafts, and the check that their recipients exist.

import {
  type Codec,
  id,
  integer,
  list,
  messageText,
  number,
  oneOf,
  optional,
  record,
  shortText,
} from '../../api-contract/codec.ts';
import { ApiError, badRequest, invalidChannelId } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { SentDraft } from '../../model/drafts/draft.ts';
import { findVisibleAccount, findVisibleChannel } from '../../queries/visible-lookups.ts';
import type { WriteContext } from '../operation.ts';

/** Seconds since 1970; some clients send fractions. */
const timestamp: Codec<number> = {
  schema: { type: 'number', minimum: 0 },
  decode(value, path) {
    const seconds = number.decode(value, path);
    if (seconds < 0) throw badRequest('Timestamp must not be negative.');
    return integer().decode(Math.floor(seconds), path);
  },
};

/** A draft without its id. */
export const sentDraft = record({
  type: oneOf('', 'stream', 'private'),
  to: list(id, limits.participantsInDirectMessage),
  topic: shortText,
  content: messageText,
  timestamp: optional(timestamp),
});

/** The error for an id that is not one of the caller's drafts. */
export function noSuchDraft(): ApiError {
  return new ApiError(404, 'BAD_REQUEST', 'Draft does not exist');
}

/** Checks that the draft's channel or people exist and that the caller can see them. */
export async function checkDraftRecipients(context: WriteContext, draft: SentDraft): Promise<void> {
  const requester = await context.requester();
  for (const recipientId of draft.type === '' ? [] : draft.to) {
    if (draft.type === 'stream') {
      if (!findVisibleChannel(requester, recipientId)) throw invalidChannelId();
    } else if (!findVisibleAccount(requester, recipientId))
      throw badRequest(`Invalid user ID ${recipientId}`);
  }
}
