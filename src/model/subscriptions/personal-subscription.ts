// A subscription as clients read it: the channel's fields with the person's own settings for it.

import { keysOf } from '../../api-contract/typed-records.ts';
import type { UserSettings } from '../accounts/settings.ts';
import type { SubscriptionRow } from './subscription.ts';

/** The settings of one person for one channel. */
export type PersonalRow = Omit<SubscriptionRow, 'organization_id' | 'account_id' | 'is_active'>;

/** Settings that inherit from personal ones while they are null, with what they inherit. */
const inherited = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;
const inheritedNames = keysOf(inherited);

/** The columns of `PersonalRow` of a wider row. */
export function personalRow(row: SubscriptionRow): PersonalRow {
  const { organization_id: _organization, account_id: _account, is_active: _active, ...personal } = row;
  return personal;
}

/**
 * The wire's personal fields. With `settings`, for clients that do not know null: what is inherited stands in its
 * place.
 */
export function personalFields(
  row: PersonalRow,
  settings: UserSettings | undefined,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    color: row.color,
    is_muted: row.is_muted === 1,
    in_home_view: row.is_muted === 0,
    pin_to_top: row.pin_to_top === 1,
  };
  for (const name of inheritedNames) {
    const own = row[name];
    fields[name] = own === null ? (settings ? settings[inherited[name]] : null) : own === 1;
  }
  return fields;
}

/** Rows with the same key have the same personal fields. */
export function personalKey(row: PersonalRow): string {
  let key = `${row.color} ${row.is_muted} ${row.pin_to_top}`;
  for (const name of inheritedNames) key += ` ${row[name]}`;
  return key;
}
