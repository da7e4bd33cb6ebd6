// Invitations: to one address, or a link with which anyone can join. Both contain the role, channels and groups that
// people get when they join.

import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Row } from '../../storage/schema.ts';
import type { Role } from '../accounts/roles.ts';
import { parseIds } from '../id-column.ts';

export type InvitationRow = Row<'invitation'>;
export type InvitationLinkRow = Row<'invitation_link'>;

/** The role, channels, groups and welcome text that an account gets when it joins. */
export interface InvitationTerms {
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly includesDefaultChannels: boolean;
  /** The text that the Welcome Bot sends. Null for the organization's text, empty for none. */
  readonly welcomeText: string | null;
}

/** The status of an invitation to an address. */
export const InvitationStatus = { open: 0, joined: 1, revoked: 2 } as const;

/** The default validity, ten days. */
const DEFAULT_MINUTES = 14_400;

export function invitationTermsOf(row: InvitationRow | InvitationLinkRow): InvitationTerms {
  return {
    role: row.role as Role,
    channelIds: parseIds(row.channel_ids),
    groupIds: parseIds(row.group_ids),
    includesDefaultChannels: row.includes_default_channels === 1,
    welcomeText: row.welcome_text,
  };
}

/**
 * How many people may join with a link. Without a maximum, any number may as long as each confirms an address.
 * If addresses are not confirmed, a limit applies anyway, so that a leaked link does not let in everyone
 * forever.
 */
export function maximumUses(
  { max_uses }: Pick<InvitationLinkRow, 'max_uses'>,
  { isEmailConfirmed }: { readonly isEmailConfirmed: boolean },
): number {
  return max_uses ?? (isEmailConfirmed ? Number.POSITIVE_INFINITY : limits.unconfirmedJoinsPerLink);
}

/** Whether the creator of a link is notified of the next person who joins with it. A link can be used by thousands. */
export function notifiesCreator({ uses }: Pick<InvitationLinkRow, 'uses'>): boolean {
  return uses < limits.joinNoticesPerLink;
}

/**
 * When an invitation that was made at `now` expires; null for never.
 * @param minutes undefined for the default, null for never
 */
export function invitationExpiry(now: number, minutes: number | null | undefined): number | null {
  return minutes === null ? null : now + (minutes ?? DEFAULT_MINUTES) * 60;
}

const REMINDED_BEFORE_SECONDS = 2 * DAY;

/**
 * When the address is reminded: two days before the invitation expires. Null for never, including if that would
 * be right away.
 */
export function invitationReminderTime(now: number, expiresAt: number | null): number | null {
  if (expiresAt === null || expiresAt - now <= REMINDED_BEFORE_SECONDS) return null;
  return expiresAt - REMINDED_BEFORE_SECONDS;
}
