// Ends the event queues of guests when an organization starts or stops limiting which people guests can see, because
// everything their clients know of people changes. Registering again costs less than an event per person.

import { endQueuesOf } from '../../events/end-queues.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { limitsGuests } from '../../model/people/account-visibility.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';

/** Ends the queues of guests if a change of settings changes which people they see. */
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
