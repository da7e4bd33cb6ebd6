// Who may see an upload: its uploader, and accounts that may read a message that links it.

import type { Attachment } from '../../model/uploads/attachment.ts';
import type { Lookup } from '../channel-access/lookup.ts';
import { readableHeads } from '../message-access/message-access.ts';
import { newestLinking, newestLinkingEach } from './link-store.ts';

/** Very many messages may link a file; one of the newest is nearly always readable. */
const BATCH = 200;

/** Whether the account may see an upload and link it in messages. */
export async function mayUseUpload(lookup: Lookup, attachment: Attachment): Promise<boolean> {
  if (attachment.account_id === lookup.account.id) return true;
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const ids = await newestLinking(lookup.reader, attachment.id, before, BATCH);
    if (ids.length > 0 && (await readableHeads(lookup, ids)).length > 0) return true;
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return false;
    before = last;
  }
}

/** The uploads that the account may see and link. One query is enough for nearly all of them. */
export async function usableAmong(lookup: Lookup, attachments: readonly Attachment[]): Promise<Attachment[]> {
  const ofOthers = attachments.filter((attachment) => attachment.account_id !== lookup.account.id);
  if (ofOthers.length === 0) return [...attachments];
  const newest = await newestLinkingEach(lookup.reader, ofOthers);
  const readable = new Set((await readableHeads(lookup, [...newest.values()])).map(({ id }) => id));
  const usable: Attachment[] = [];
  for (const attachment of attachments) {
    const message = newest.get(attachment.id);
    if (message !== undefined && readable.has(message)) usable.push(attachment);
    else if (await mayUseUpload(lookup, attachment)) usable.push(attachment);
  }
  return usable;
}
