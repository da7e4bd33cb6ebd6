// The view of a reaction, with the account named as the viewer may see it: older clients read a whole person
// and not only the id next to it.

import type { reactionEventType } from '../../model/messages/message-event-schema.ts';
import { personFields } from '../../queries/messages/wire.ts';
import type { CompletingViewOf } from './event-view.ts';
import { seesAccount } from './people.ts';

export const reactionView: CompletingViewOf<typeof reactionEventType> = ({ payload }, viewer) => {
  const id = Number(payload.user_id);
  const account = seesAccount(viewer, id) ? viewer.state.account(id) : undefined;
  const { id: user_id, ...person } = personFields(account, id, viewer.state);
  return { ...payload, user: { user_id, ...person } };
};
