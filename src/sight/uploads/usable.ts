// Which uploads a request's caller may see and use, by what is in memory; units of work ask `access.ts`.

import type { Account } from '../../model/accounts/account.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import { pathIdOfUrl } from '../../model/uploads/path-id.ts';
import type { Reader } from '../../storage/session.ts';
import { isInReadable } from '../../stores/uploads/access.ts';
import { isLinkedIn } from '../../stores/uploads/link-store.ts';
import { attachmentsAt } from '../../stores/uploads/store.ts';
import { readableHeads } from '../messages/readable.ts';
import { mayVisit } from '../organizations/visitors.ts';
import type { OrganizationState } from '../state/organization-state.ts';

/** Whether an account may see an upload and link it in messages, by what is in memory. */
async function mayUseUpload(
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

/** The uploads among some addresses that an author may link, by their addresses; by what is in memory. */
export async function usableUploads(
  reader: Reader,
  state: OrganizationState,
  author: Account | undefined,
  urls: readonly string[],
): Promise<ReadonlyMap<string, Attachment>> {
  const result = new Map<string, Attachment>();
  if (!author || urls.length === 0) return result;
  const byPath = new Map<string, Attachment>();
  for (const attachment of await attachmentsAt(reader, urls))
    if (await mayUseUpload(reader, state, author, attachment)) byPath.set(attachment.path_id, attachment);
  for (const url of urls) {
    const attachment = byPath.get(pathIdOfUrl(url) ?? '');
    if (attachment) result.set(url, attachment);
  }
  return result;
}
