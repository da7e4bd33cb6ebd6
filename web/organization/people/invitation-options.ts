// The options of invitations. The server decides; this only hides what it would refuse.

import type { State, UserGroup } from '../../../client/state/state.ts';
import { isAllowed } from '../../store/permissions.ts';

/** The groups to which the viewer may add new accounts. */
export function allowedGroups(state: State, ownId: number): readonly UserGroup[] {
  return (state.realm_user_groups ?? []).filter(
    (group) =>
      !group.is_system_group &&
      !group.deactivated &&
      [group.can_add_members_group, group.can_manage_group, state.realm_can_manage_all_groups].some(
        (setting) => isAllowed(state, setting, ownId),
      ),
  );
}

const DAY_MINUTES = 24 * 60;

/** The days after which an invitation may expire; null for never. */
export const expiries = [1, 3, 10, 30, null] as const;
export type Expiry = (typeof expiries)[number];

export function minutesOf(expiry: Expiry): number | null {
  return expiry === null ? null : expiry * DAY_MINUTES;
}

/** How often a link may be used; null for no maximum. */
export const usesOffered = [1, 10, 25, 100, null] as const;
export type Uses = (typeof usesOffered)[number];

/** An address that was not invited, and the reason, from an error response. */
export interface Skipped {
  readonly address: string;
  readonly reason: string;
}

export function skippedIn(fields: Readonly<Record<string, unknown>>): readonly Skipped[] {
  if (!Array.isArray(fields.errors)) return [];
  return fields.errors.flatMap((error: unknown) =>
    Array.isArray(error) && typeof error[0] === 'string'
      ? [{ address: error[0], reason: String(error[1] ?? '') }]
      : [],
  );
}
