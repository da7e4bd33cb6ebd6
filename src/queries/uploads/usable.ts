// The uploads that a caller may see and use, from memory; units of work use `stores/uploads/upload-access.ts`.

import type { Account } from '../../model/accounts/account.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import { pathIdOfUrl } from '../../model/uploads/path-id.ts';
import { isLinkedIn } from '../../stores/uploads/link-store.ts';
import { mayUseUpload, usableAmong } from '../../stores/uploads/upload-access.ts';
import { attachmentsAt } from '../../stores/uploads/upload-store.ts';
import { allowsAnonymousViewers } from '../organizations/anonymous-access.ts';
import { type QueryContext, requesterOf } from '../requester.ts';

/** Whether anyone may see an upload: a message of a web-public channel links it. */
async function isUploadPublic({ reader, state }: QueryContext, attachment: Attachment): Promise<boolean> {
  if (!allowsAnonymousViewers(state)) return false;
  const webPublicChannels = [...state.channels.values()].filter(
    (channel) => channel.isWebPublic && !channel.isArchived,
  );
  return isLinkedIn(
    reader,
    attachment.id,
    webPublicChannels.map((channel) => channel.id),
  );
}

/** Whether an account, or anyone if undefined, may download an upload. */
export async function mayLoadUpload(
  context: QueryContext,
  account: Account | undefined,
  attachment: Attachment,
): Promise<boolean> {
  if (account && (await mayUseUpload(await requesterOf(context, account), attachment))) return true;
  return isUploadPublic(context, attachment);
}

/** The uploads at some addresses that an author may link, by address; from memory. */
export async function usableUploads(
  context: QueryContext,
  author: Account | undefined,
  urls: readonly string[],
): Promise<ReadonlyMap<string, Attachment>> {
  const result = new Map<string, Attachment>();
  if (!author || urls.length === 0) return result;
  const requester = await requesterOf(context, author);
  const usable = await usableAmong(requester, await attachmentsAt(context.reader, urls));
  const byPath = new Map(usable.map((attachment) => [attachment.path_id, attachment]));
  for (const url of urls) {
    const attachment = byPath.get(pathIdOfUrl(url) ?? '');
    if (attachment) result.set(url, attachment);
  }
  return result;
}
