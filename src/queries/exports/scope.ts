// What an export holds. Everybody's: the organization, its people as others see them, its public channels and what was
// said there. Of the people whose private data it may hold also: what they kept for themselves, the direct messages
// they took part in, and what they could read in private channels.

import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { maySeeEmail } from '../../model/people/email.ts';
import type { Period } from '../../model/subscriptions/periods.ts';
import type { ExportKind } from '../../stores/exports/export.ts';
import type { OrganizationState } from '../state/organization-state.ts';

export interface ExportScope {
  readonly kind: ExportKind;
  /** Whose private data it holds. */
  readonly consentingIds: ReadonlySet<number>;
  /** The newest message by the time it was begun; later ones are left out. */
  readonly newestMessageId: number;
}

/** People whose private data an export of a kind may hold. Those who left are asked for what they chose last. */
export function consentingIds(state: OrganizationState, kind: ExportKind): ReadonlySet<number> {
  if (kind === 'public') return new Set();
  const people = [...state.accounts.values()].filter((account) => !account.isSystemBot);
  const allowing =
    kind === 'full_without_consent'
      ? people
      : people.filter(({ settings, isBot }) => !isBot && settings.allow_private_data_export);
  return new Set(allowing.map((account) => account.id));
}

/** How much of a channel is in the export: all of it, or what people received whose private data it may hold. */
export type ChannelShare = 'all' | 'received' | 'none';

/** @param periods when people whose private data the export may hold were subscribed to the channel */
export function shareOf(channel: Channel, kind: ExportKind, periods: readonly Period[]): ChannelShare {
  if (!channel.isPrivate || kind === 'full_without_consent') return 'all';
  if (periods.length === 0) return 'none';
  return channel.isHistoryPublic && periods.some(({ to }) => to === null) ? 'all' : 'received';
}

/** The address as it stands in the export: the real one if administrators may see it or its owner consents. */
export function mayExportEmail(account: Account, { consentingIds: consenting }: ExportScope): boolean {
  const administrator = { id: 0, role: Role.administrator };
  return consenting.has(account.id) || maySeeEmail(administrator, account);
}
