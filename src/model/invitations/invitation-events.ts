// `invites_changed` events: administrators and the inviters concerned load the list again.

import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent } from '../../api-contract/event-declaration.ts';

export const invitesChangedEvent = eventType(
  'invites_changed',
  'The invitations that you can see changed. Fetch them again.',
  {},
);

export function invitationsChanged(accountIds: readonly number[]): NewEvent {
  return newEvent(invitesChangedEvent, {}, { audience: { kind: 'accounts', ids: accountIds } });
}
