// When an organization begins or ends to limit what guests see of its people, everything that guests' clients hold
// of people is another. Their queues end, and they register again, which costs less than an event for each person.

import { endQueuesOf } from '../../events/end-queues.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { limitsGuests } from '../../model/people/visibility.ts';
import type { Writer } from '../../storage/session.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';

/** Ends the queues of guests if a change of settings makes them see other people. */
export async function endGuestQueues(
  writer: Writer,
  before: Organization,
  after: Organization,
): Promise<void> {
  if (limitsGuests(before) === limitsGuests(after)) return;
  const guests = (await readAccounts(writer)).filter(({ role }) => role === Role.guest);
  await endQueuesOf(
    writer,
    guests.map(({ id }) => id),
  );
}
