// Who may see an upload: who uploaded it, and whoever may read a message that links it. Requests decide by what is
// in memory (`usable.ts`), units of work by the tables.

import type { Account } from '../../model/accounts/account.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { readableHeadsNow } from '../message-access/access.ts';
import { newestLinking } from './link-store.ts';

/** A file may be linked by very many messages; one of the newest is nearly always readable. */
const BATCH = 200;

/** Whether an upload is linked by a message that can be read. */
export async function isInReadable(
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

/** Whether an account may see an upload and link it in messages, by the tables as they stand in this unit of work. */
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
