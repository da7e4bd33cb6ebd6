// Direct messages in which the service itself tells people something.

import type { Reader, Writer } from '../../storage/session.ts';
import { activeAmong } from '../accounts/store.ts';
import { systemBots } from '../organizations/create.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { type ComposedContent, composeContent, normalizeContent } from './content.ts';
import { sendDirectly } from './send.ts';

/** A notice that is ready to be sent. */
export interface ComposedNotice {
  readonly senderId: number;
  readonly content: ComposedContent;
}

/** The account of one of the service's own bots. */
export function systemBotId(state: OrganizationState, key: (typeof systemBots)[number]['key']): number {
  const wanted = systemBots.find((bot) => bot.key === key);
  for (const account of state.accounts.values()) {
    if (account.isSystemBot && account.email === wanted?.email) return account.id;
  }
  throw new Error(`organization ${state.id} has no ${key} bot`);
}

/** Renders a notice of the Notification Bot; before the unit of work. */
export async function composeNotice(
  state: OrganizationState,
  reader: Reader,
  text: string,
  organizationUrl: string,
): Promise<ComposedNotice> {
  return {
    senderId: systemBotId(state, 'notification'),
    content: await composeContent(state, reader, normalizeContent(text), organizationUrl),
  };
}

/** Sends a notice to each of some people, one direct message each; who is no longer active is passed over. */
export async function sendNotices(
  writer: Writer,
  { senderId, content }: ComposedNotice,
  accountIds: readonly number[],
): Promise<void> {
  const active = await activeAmong(writer, accountIds);
  for (const id of accountIds) {
    if (!active.has(id)) continue;
    await sendDirectly(writer, [id], { senderId, client: 'Internal', content, isReadBySender: true });
  }
}
