// The status of an account: a short text and an emoji, each optional.

import { anyText, boolean, type Decoded, optional, record } from '../../api-contract/codec.ts';
import type { Row } from '../../storage/schema.ts';

export interface Status {
  readonly text: string;
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: string;
}

/** The status of accounts that have not set one. */
export const noStatus: Status = { text: '', emojiName: '', emojiCode: '', reactionType: '' };

export function isEmptyStatus(status: Status): boolean {
  return status.text === '' && status.emojiName === '';
}

export function statusOf(row: Omit<Row<'user_status'>, 'organization_id'>): Status {
  return {
    text: row.status_text,
    emojiName: row.emoji_name,
    emojiCode: row.emoji_code,
    reactionType: row.reaction_type,
  };
}

/** Only the parts that are set. `away` is the older name for hidden presence. */
export const statusSchema = record({
  away: optional(boolean),
  status_text: optional(anyText),
  emoji_name: optional(anyText),
  emoji_code: optional(anyText),
  reaction_type: optional(anyText),
});

/** The wire form of a status, without the parts that are not set. */
export function wireStatus(status: Status, isAway: boolean): Decoded<typeof statusSchema> {
  return {
    ...(isAway && { away: true }),
    ...(status.text !== '' && { status_text: status.text }),
    ...(status.emojiName !== '' && {
      emoji_name: status.emojiName,
      emoji_code: status.emojiCode,
      reaction_type: status.reactionType,
    }),
  };
}
