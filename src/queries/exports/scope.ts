// The contents of an export. Always included: the organization, its people as others see them, its public
// channels and their messages. Of people whose private data it may include, also their personal data, their
// direct messages, and what they could read in private channels.

import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { ExportKind } from '../../model/exports/export-schema.ts';
import { maySeeEmail } from '../../model/people/account-email.ts';
import type { SubscriptionPeriod } from '../../model/subscriptions/subscription-periods.ts';
import type { OrganizationState } from '../state/organization-state.ts';

export interface ExportScope {
  readonly kind: ExportKind;
  /** The accounts whose private data is included. */
  readonly consentingIds: ReadonlySet<number>;
  /** The newest message when the export began; later ones are excluded. */
  readonly newestMessageId: number;
}

/**
 * The accounts whose private data an export of a kind may include. For deactivated accounts their last
 * setting counts.
 */
export function consentingIds(state: OrganizationState, kind: ExportKind): ReadonlySet<number> {
  if (kind === 'public') return new Set();
  const people = [...state.accounts.values()].filter((account) => !account.isSystemBot);
  const allowing =
    kind === 'full_without_consent'
      ? people
      : people.filter(({ settings, isBot }) => !isBot && settings.allow_private_data_export);
  return new Set(allowing.map((account) => account.id));
}

/** How much of a channel is exported: all of it, or what the consenting accounts received. */
export type ChannelShare = 'all' | 'received' | 'none';

/** @param periods when accounts whose private data may be included were subscribed to the channel */
export function shareOf(
  channel: Channel,
  kind: ExportKind,
  periods: readonly SubscriptionPeriod[],
): ChannelShare {
  if (!channel.isPrivate || kind === 'full_without_consent') return 'all';
  if (periods.length === 0) return 'none';
  return channel.isHistoryPublic && periods.some(({ to }) => to === null) ? 'all' : 'received';
}

/** Whether the real address is exported: if administrators may see it or the account consents. */
export function mayExportEmail(account: Account, { consentingIds: consenting }: ExportScope): boolean {
  const administrator = { id: 0, role: Role.administrator };
  return consenting.has(account.id) || maySeeEmail(administrator, account);
}
