// A draft as clients send it, and whether what it is for exists.

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
import { seenAccount, seenChannel } from '../../queries/visible-things.ts';
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

/** The refusal for an id that is no draft of the caller's. */
export function noSuchDraft(): ApiError {
  return new ApiError(404, 'BAD_REQUEST', 'Draft does not exist');
}

/** Refuses channels and people that do not exist, or that the caller does not see. */
export async function checkDraftIsFor(context: WriteContext, draft: SentDraft): Promise<void> {
  const asker = await context.asker();
  for (const named of draft.type === '' ? [] : draft.to) {
    if (draft.type === 'stream') {
      if (!seenChannel(asker, named)) throw invalidChannelId();
    } else if (!seenAccount(asker, named)) throw badRequest(`Invalid user ID ${named}`);
  }
}
