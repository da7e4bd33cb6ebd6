// Tells people who were put into a group, or taken out of it, by somebody else. The notices are sent once the
// change is durable, in units of their own, so that a large group holds up nobody.

import type { Account } from '../../model/accounts/account.ts';
import { type ComposedNotice, composeNotice, sendNotices } from '../../model/messages/notices.ts';
import type { WriteContext } from '../operation.ts';

/** People told in one unit of work. */
const SLICE = 100;

function silentMention({ fullName, id }: Account): string {
  return `@_**${fullName}|${id}**`;
}

async function send(context: WriteContext, text: string, ids: readonly number[]): Promise<void> {
  const { state, actor } = context;
  const told = ids.filter((id) => {
    const account = state.account(id);
    return id !== actor.account.id && account?.isActive && !account.isBot;
  });
  if (told.length === 0) return;
  const notice: ComposedNotice = await composeNotice(state, context.reader, text, context.organizationUrl);
  for (let start = 0; start < told.length; start += SLICE) {
    const slice = told.slice(start, start + SLICE);
    await context.write((writer) => sendNotices(writer, notice, slice));
  }
}

/** Sends a direct message of the Notification Bot to each person concerned, but bots and whoever did it. */
export async function tellMembers(
  context: WriteContext,
  groupId: number,
  change: { readonly added: readonly number[]; readonly removed: readonly number[] },
): Promise<void> {
  const group = context.state.groups.get(groupId);
  if (!group) return;
  const who = silentMention(context.actor.account);
  await send(context, `${who} added you to the group @_*${group.name}*.`, change.added);
  await send(context, `${who} removed you from the group @_*${group.name}*.`, change.removed);
}
