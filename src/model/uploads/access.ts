// Who may see an upload: who uploaded it, and whoever may read a message that links it. Requests decide by what is
// in memory, units of work by the tables.

import type { Reader, Writer } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { readableHeads, readableHeadsNow } from '../messages/access.ts';
import { mayVisit } from '../organizations/visitors.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import type { Attachment } from './attachment.ts';
import { isLinkedIn, newestLinking } from './link-store.ts';

/** A file may be linked by very many messages; one of the newest is nearly always readable. */
const BATCH = 200;

async function isInReadable(
  reader: Reader,
  attachment: Attachment,
  isAnyReadable: (messageIds: readonly number[]) => Promise<boolean>,
): Promise<boolean> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const ids = await newestLinking(reader, attachment.id, before, BATCH);
    if (ids.length > 0 && (await isAnyReadable(ids))) return true;
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return false;
    before = last;
  }
}

/** Whether an account may see an upload and link it in messages, by what is in memory. */
export async function mayUseUpload(
  reader: Reader,
  state: OrganizationState,
  account: Account,
  attachment: Attachment,
): Promise<boolean> {
  if (attachment.account_id === account.id) return true;
  return isInReadable(
    reader,
    attachment,
    async (ids) => (await readableHeads(reader, state, account, ids)).length > 0,
  );
}

/** The same by the tables as they stand in this unit of work. */
export async function mayUseUploadNow(
  writer: Writer,
  account: Account,
  attachment: Attachment,
): Promise<boolean> {
  if (attachment.account_id === account.id) return true;
  return isInReadable(
    writer,
    attachment,
    async (ids) => (await readableHeadsNow(writer, account, ids)).length > 0,
  );
}

/** Whether anybody may see an upload: a message of a channel that is open to visitors links it. */
async function isUploadPublic(
  reader: Reader,
  state: OrganizationState,
  attachment: Attachment,
): Promise<boolean> {
  if (!mayVisit(state)) return false;
  const open = [...state.channels.values()].filter((channel) => channel.isWebPublic && !channel.isArchived);
  return isLinkedIn(
    reader,
    attachment.id,
    open.map((channel) => channel.id),
  );
}

/** Whether somebody, or anybody where nobody is named, may load an upload. */
export async function mayLoadUpload(
  reader: Reader,
  state: OrganizationState,
  account: Account | undefined,
  attachment: Attachment,
): Promise<boolean> {
  if (account && (await mayUseUpload(reader, state, account, attachment))) return true;
  return isUploadPublic(reader, state, attachment);
}
