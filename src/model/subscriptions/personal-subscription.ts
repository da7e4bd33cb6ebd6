// A subscription in its wire form: the channel's fields with the account's own settings for it.

import { keysOf } from '../../api-contract/typed-records.ts';
import type { UserSettings } from '../accounts/user-settings.ts';
import type { SubscriptionRow } from './subscription.ts';

/** An account's settings for a channel. */
export type PersonalSubscriptionRow = Omit<SubscriptionRow, 'organization_id' | 'account_id' | 'is_active'>;

/** Settings that use a personal setting while they are null, with the names of those. */
const inherited = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;
const inheritedNames = keysOf(inherited);

/** The columns of `PersonalSubscriptionRow` from a whole row. */
export function personalRow(row: SubscriptionRow): PersonalSubscriptionRow {
  const { organization_id: _organization, account_id: _account, is_active: _active, ...personal } = row;
  return personal;
}

/**
 * The personal fields on the wire. With `settings`, for clients that do not support null, inherited values are
 * filled in.
 */
export function personalFields(
  row: PersonalSubscriptionRow,
  settings: UserSettings | undefined,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    color: row.color,
    is_muted: row.is_muted === 1,
    in_home_view: row.is_muted === 0,
    pin_to_top: row.pin_to_top === 1,
    // Rows in old entries of the event log have none.
    muted_until: (row.muted_until as number | null | undefined) ?? null,
  };
  for (const name of inheritedNames) {
    const value = row[name];
    fields[name] = value === null ? (settings ? settings[inherited[name]] : null) : value === 1;
  }
  return fields;
}

/** A key that is equal for rows with the same personal fields. */
export function personalFieldsKey(row: PersonalSubscriptionRow): string {
  let key = `${row.color} ${row.is_muted} ${row.pin_to_top} ${row.muted_until}`;
  for (const name of inheritedNames) key += ` ${row[name]}`;
  return key;
}
