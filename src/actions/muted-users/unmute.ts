// Unmutes people, inside a unit of work.

import { mutedUsersChanged } from '../../model/muted-users/muted-user-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { deleteMutedUser, readMutedUsers } from '../../stores/muted-users/muted-user-store.ts';

/** Unmutes some people for an account, and emits the list of those who stay muted. */
export async function unmutePeople(
  writer: Writer,
  accountId: number,
  mutedIds: readonly number[],
): Promise<void> {
  for (const mutedId of mutedIds) await deleteMutedUser(writer, accountId, mutedId);
  writer.emit(mutedUsersChanged(accountId, await readMutedUsers(writer, accountId)));
}
