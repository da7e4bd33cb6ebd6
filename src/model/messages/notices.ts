// Direct messages in which the service itself tells people something.

import type { Writer } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { activeAmong } from '../accounts/store.ts';
import { systemBots } from '../organizations/create.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { type ComposedContent, composeContent, normalizeContent } from './content.ts';
import { causedBy, type RenderingPlace } from './rendering.ts';
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

/**
 * Renders a notice of the Notification Bot; before the unit of work. `actor` is whoever brought it about, who knows
 * what it names.
 */
export async function composeNotice(
  place: RenderingPlace,
  text: string,
  actor: Account | undefined,
): Promise<ComposedNotice> {
  return {
    senderId: systemBotId(place.state, 'notification'),
    content: await composeContent(place, normalizeContent(text), causedBy(actor)),
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
