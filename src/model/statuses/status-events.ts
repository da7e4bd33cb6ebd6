// `user_status` events.

import { anyText, boolean, described, id } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent } from '../../api-contract/event-declaration.ts';
import type { Account } from '../accounts/account.ts';
import type { Status } from './status.ts';

/** The texts are empty for parts that are not set. */
export const userStatusEvent = eventType('user_status', "A user's status changed.", {
  user_id: id,
  away: described(boolean, 'Whether the user hides their presence.'),
  status_text: anyText,
  emoji_name: anyText,
  emoji_code: anyText,
  reaction_type: anyText,
});

/** Contains the whole status, for everyone who may see the account. */
export function statusChanged(account: Pick<Account, 'id'>, status: Status, isAway: boolean): NewEvent {
  const payload = {
    user_id: account.id,
    away: isAway,
    status_text: status.text,
    emoji_name: status.emojiName,
    emoji_code: status.emojiCode,
    reaction_type: status.reactionType,
  };
  return newEvent(userStatusEvent, payload, { audience: { kind: 'everyone' } });
}
