// The times at which an account does not want to be notified: a pause, weekly quiet hours, and the people whose
// messages notify it anyway.

import {
  anyText,
  type Codec,
  type Decoded,
  decodedOrUndefined,
  described,
  id,
  integer,
  list,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { type QuietHours, quietUntil } from '../../local-time/quiet-until.ts';
import type { Row } from '../../storage/schema.ts';
import type { Account } from '../accounts/account.ts';
import { parseIds } from '../id-column.ts';
import { quietHours } from './quiet-hours-codec.ts';

export interface DoNotDisturb {
  /** When the pause ends, in seconds since 1970; 0 if notifications are not paused. */
  readonly pausedUntil: number;
  readonly quietHours: QuietHours;
  /** The ids of the accounts whose messages notify at any time. */
  readonly allowedSenders: readonly number[];
}

/** The state of accounts that have not set anything. */
export const alwaysNotified: DoNotDisturb = {
  pausedUntil: 0,
  quietHours: { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', to: '08:00' },
  allowedSenders: [],
};

const MAX_CACHED = 1000;
const decoded = new Map<string, QuietHours>();

/** The quiet hours in a column. Most people of an organization share a few values, so each value is decoded only once. */
function quietHoursOf(json: string): QuietHours {
  const cached = decoded.get(json);
  if (cached) return cached;
  if (decoded.size >= MAX_CACHED) decoded.clear();
  // An archive may contain anything.
  const hours = decodedOrUndefined(quietHours, JSON.parse(json)) ?? alwaysNotified.quietHours;
  decoded.set(json, hours);
  return hours;
}

export function doNotDisturbOf(
  row: Pick<Row<'do_not_disturb'>, 'paused_until' | 'quiet_hours' | 'allowed_senders'>,
): DoNotDisturb {
  return {
    pausedUntil: row.paused_until,
    quietHours: quietHoursOf(row.quiet_hours),
    allowedSenders: parseIds(row.allowed_senders),
  };
}

/** The state without a pause that is over. @param now seconds since 1970 */
export function asOf(state: DoNotDisturb, now: number): DoNotDisturb {
  return state.pausedUntil > now ? state : { ...state, pausedUntil: 0 };
}

/** Whether two states are the same for everyone who may see the account. */
export function isSameForOthers(a: DoNotDisturb, b: DoNotDisturb): boolean {
  const shownStateOf = ({ pausedUntil, quietHours }: DoNotDisturb) =>
    JSON.stringify([pausedUntil, quietHours]);
  return shownStateOf(a) === shownStateOf(b);
}

/** Whether others learn of the state: the account is or will be quiet. */
export function isShownToOthers({ pausedUntil, quietHours }: DoNotDisturb, now: number): boolean {
  return pausedUntil > now || quietHours.enabled;
}

const pausedUntilField: Codec<number> = described(
  integer({ minimum: 0 }),
  'When the pause ends, in seconds since 1970; 0 if notifications are not paused.',
);
const allowedSendersField = described(
  list(id, limits.allowedSenders),
  'The IDs of the users whose messages notify at any time.',
);

/** The fields that the account itself receives. */
export const ownDoNotDisturbFields = {
  paused_until: pausedUntilField,
  quiet_hours: quietHours,
  allowed_senders: allowedSendersField,
};

/** The fields that everyone who may see the account receives; `allowed_senders` is only for the account itself. */
export const doNotDisturbFields = {
  paused_until: pausedUntilField,
  quiet_hours: quietHours,
  timezone: described(anyText, 'The time zone of the quiet hours.'),
  allowed_senders: optional(allowedSendersField),
};

export const doNotDisturbSchema = record(doNotDisturbFields);

/** The time zone of an account's quiet hours. */
function zoneOf({ timezone }: Pick<Account, 'timezone'>): string {
  return timezone || 'UTC';
}

function wireParts({ pausedUntil, quietHours }: DoNotDisturb) {
  return { paused_until: pausedUntil, quiet_hours: { ...quietHours, days: [...quietHours.days] } };
}

/** An account's state as other accounts receive it. */
export function wireDoNotDisturb(
  account: Pick<Account, 'timezone'>,
  state: DoNotDisturb,
): Decoded<typeof doNotDisturbSchema> {
  return { ...wireParts(state), timezone: zoneOf(account) };
}

/** An account's state as it receives it itself. */
export function wireOwnDoNotDisturb(state: DoNotDisturb) {
  return { ...wireParts(state), allowed_senders: [...state.allowedSenders] };
}

/**
 * When an account's quiet time ends.
 * @see quietUntil
 */
export function accountQuietUntil(
  account: Pick<Account, 'timezone'>,
  { pausedUntil, quietHours }: DoNotDisturb,
  now: number,
): number | null {
  return quietUntil({ paused_until: pausedUntil, quiet_hours: quietHours }, zoneOf(account), now);
}
