// What an invitation is: to one address, or a link that anybody who has it can join through. Both say what whoever
// joins gets.

import type { Selectable } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { InvitationLinkTable, InvitationTable } from '../../storage/schema.ts';
import type { Role } from '../accounts/roles.ts';
import { idsFrom } from '../id-column.ts';

export type InvitationRow = Selectable<InvitationTable>;
export type InvitationLinkRow = Selectable<InvitationLinkTable>;

/** What whoever joins gets. */
export interface Terms {
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly includesDefaultChannels: boolean;
  /** What the Welcome Bot adds; null: what the organization says; empty: nothing. */
  readonly welcomeText: string | null;
}

/** How an invitation to an address stands. */
export const InvitationStatus = { open: 0, joined: 1, revoked: 2 } as const;

/** An invitation is good for ten days where nobody says otherwise. */
const STANDARD_MINUTES = 14_400;

/** The terms of a row. */
export function termsOf(row: InvitationRow | InvitationLinkRow): Terms {
  return {
    role: row.role as Role,
    channelIds: idsFrom(row.channel_ids),
    groupIds: idsFrom(row.group_ids),
    includesDefaultChannels: row.includes_default_channels === 1,
    welcomeText: row.welcome_text,
  };
}

/**
 * How many people a link lets in. A link without a maximum lets in as many as come, as long as each confirms an address;
 * where nobody can, it has one all the same: no key opens a door for ever to whoever finds it.
 */
export function maximumUses(
  { max_uses }: Pick<InvitationLinkRow, 'max_uses'>,
  { isEmailConfirmed }: { readonly isEmailConfirmed: boolean },
): number {
  return max_uses ?? (isEmailConfirmed ? Number.POSITIVE_INFINITY : limits.unconfirmedJoinsPerLink);
}

/** When an invitation made at a moment ends; null: never. `minutes` undefined: the standard. */
export function expiryOf(now: number, minutes: number | null | undefined): number | null {
  return minutes === null ? null : now + (minutes ?? STANDARD_MINUTES) * 60;
}

const REMINDED_BEFORE_SECONDS = 2 * DAY;

/** When the address is reminded: two days before the end, where that is not at once; null: never. */
export function reminderOf(now: number, expiresAt: number | null): number | null {
  if (expiresAt === null || expiresAt - now <= REMINDED_BEFORE_SECONDS) return null;
  return expiresAt - REMINDED_BEFORE_SECONDS;
}
