// Views of events about people. A guest with limited visibility gets nothing about people they may not see,
// or a placeholder with the real id only, if their client needs a complete list.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';
import type { doNotDisturbEvent } from '../../model/do-not-disturb/do-not-disturb-events.ts';
import { maySeeEmail } from '../../model/people/account-email.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import type { PeopleChangedExtra, PersonAddedExtra, personEvent } from '../../model/people/person-events.ts';
import { unknownUser, wireUser } from '../../model/people/wire-user.ts';
import type { userStatusEvent } from '../../model/statuses/status-events.ts';
import type { Viewer } from '../viewer.ts';
import type { CompletingViewOf, Fields, ViewOf } from './event-view.ts';

/** Whether a viewer may see an account. */
export function seesAccount(viewer: Viewer, accountId: number): boolean {
  const account = viewer.state.account(accountId);
  return account !== undefined && maySeeAccount(viewer.state, viewer.account, account);
}

function addedPerson(entry: LogEntry, viewer: Viewer): Fields | undefined {
  const { account, profile } = extraOf<PersonAddedExtra>(entry);
  const { clientGravatar, capabilities } = viewer.options;
  const { organization } = viewer.state;
  const form = { clientGravatar, hasProfile: true, hasActivity: true };
  if (!seesAccount(viewer, account.id)) {
    if (capabilities.user_list_incomplete) return undefined;
    return { op: 'add', person: unknownUser(account.id, organization, form) };
  }
  const recipient = { id: viewer.account.id, role: viewer.state.roleAt(viewer.account, entry.sequence) };
  const showsEmail = maySeeEmail(recipient, account);
  return { op: 'add', person: wireUser(account, organization, { ...form, showsEmail }, profile) };
}

/** `realm_user` with its three ops. */
export const personView: CompletingViewOf<typeof personEvent> = (entry, viewer) => {
  const { op, person } = entry.payload;
  if (op === 'add') return addedPerson(entry, viewer);
  if (!person) {
    const { persons } = extraOf<PeopleChangedExtra>(entry);
    return persons.filter(({ user_id }) => seesAccount(viewer, user_id)).map((person) => ({ op, person }));
  }
  if (op === 'remove' || seesAccount(viewer, person.user_id)) return entry.payload;
  return undefined;
};

/** Events whose payload names one person as `user_id`. */
export const aboutPersonView: ViewOf<typeof userStatusEvent | typeof doNotDisturbEvent> = (entry, viewer) =>
  seesAccount(viewer, entry.payload.user_id) ? entry.payload : undefined;
