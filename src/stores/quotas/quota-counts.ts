// How much of a kind an account or an organization has, counted in its tables. Archived, deactivated and
// revoked rows do not count.

import { type Compilable, type Kysely, sql } from 'kysely';
import type { QuotaKind, QuotaKindWith } from '../../api-contract/limits/quotas.ts';
import { limits } from '../../api-contract/limits.ts';
import { keysOf, recordOf } from '../../api-contract/typed-records.ts';
import { InvitationStatus } from '../../model/invitations/invitation.ts';
import { type PreparedRead, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

interface OfAccount {
  readonly account: number;
  /** Browser sessions last seen before this time have expired. */
  readonly idleSince: number;
}
interface OfOrganization {
  readonly organization: number;
  readonly now: number;
}
interface Counted {
  readonly count: number;
}
type Query<P> = (db: Kysely<Schema>, p: P) => Compilable<Counted>;

/** Tables whose rows belong to an account and all count. */
type OwnTable =
  | 'alert_word'
  | 'client_device'
  | 'draft'
  | 'event_subscription'
  | 'muted_user'
  | 'navigation_view'
  | 'passkey'
  | 'push_token'
  | 'reminder'
  | 'saved_snippet'
  | 'user_topic';

/** Tables in which all rows of an organization count. */
type WholeTable =
  | 'allowed_domain'
  | 'custom_emoji'
  | 'default_channel_group'
  | 'event_subscription'
  | 'linkifier'
  | 'playground'
  | 'profile_field';

// Typed as one of the tables; the others have all the columns used here.
const ownRows =
  (table: OwnTable): Query<OfAccount> =>
  (db, p) =>
    db
      .selectFrom(table as 'draft')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('account_id', '=', p.account);

const allRows =
  (table: WholeTable): Query<OfOrganization> =>
  (db, p) =>
    db
      .selectFrom(table as 'linkifier')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('organization_id', '=', p.organization);

const unarchivedRows =
  (table: 'channel' | 'channel_folder'): Query<OfOrganization> =>
  (db, p) =>
    db
      .selectFrom(table as 'channel')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('organization_id', '=', p.organization)
      .where('is_archived', '=', 0);

const ofAccount: Readonly<Record<QuotaKindWith<'per_account'>, Query<OfAccount>>> = {
  alert_words: ownRows('alert_word'),
  drafts: ownRows('draft'),
  event_subscriptions: ownRows('event_subscription'),
  muted_users: ownRows('muted_user'),
  navigation_views: ownRows('navigation_view'),
  passkeys: ownRows('passkey'),
  push_devices: ownRows('client_device'),
  push_tokens: ownRows('push_token'),
  reminders: ownRows('reminder'),
  saved_snippets: ownRows('saved_snippet'),
  topic_settings: ownRows('user_topic'),
  bots: (db, p) =>
    db
      .selectFrom('account')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('bot_owner_id', '=', p.account)
      .where('is_active', '=', 1),
  scheduled_messages: (db, p) =>
    db
      .selectFrom('scheduled_message')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('sender_id', '=', p.account),
  web_push_subscriptions: (db, p) =>
    db
      .selectFrom('web_push_subscription')
      .leftJoin('session', 'session.id', 'web_push_subscription.session_id')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('web_push_subscription.account_id', '=', p.account)
      .where((e) => e.or([e('session_id', 'is', null), e('session.last_seen_at', '>', p.idleSince)])),
};

const ofOrganization: Readonly<Record<QuotaKindWith<'per_organization'>, Query<OfOrganization>>> = {
  channels: unarchivedRows('channel'),
  channel_folders: unarchivedRows('channel_folder'),
  custom_emoji: allRows('custom_emoji'),
  default_channel_groups: allRows('default_channel_group'),
  domains: allRows('allowed_domain'),
  event_subscriptions: allRows('event_subscription'),
  linkifiers: allRows('linkifier'),
  playgrounds: allRows('playground'),
  profile_fields: allRows('profile_field'),
  bots: (db, p) =>
    db
      .selectFrom('account')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('organization_id', '=', p.organization)
      .where('bot_type', 'is not', null)
      .where('is_active', '=', 1)
      .where('is_system_bot', '=', 0),
  user_groups: (db, p) =>
    db
      .selectFrom('user_group')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('organization_id', '=', p.organization)
      .where('is_system', '=', 0)
      .where('is_deactivated', '=', 0),
  invitations: (db, p) =>
    db
      .selectFrom('invitation')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('organization_id', '=', p.organization)
      .where('status', '=', sql.lit(InvitationStatus.open))
      .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', p.now)])),
  invitation_links: (db, p) =>
    db
      .selectFrom('invitation_link')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('organization_id', '=', p.organization)
      .where('is_revoked', '=', sql.lit(0))
      .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', p.now)])),
};

function prepareAll<K extends QuotaKind, P extends object>(
  queries: Readonly<Record<K, Query<P>>>,
): Readonly<Record<K, PreparedRead<P, Counted>>> {
  return recordOf(keysOf(queries), (kind) => preparedRead<P>()(queries[kind]));
}

const accountCounts = prepareAll(ofAccount);
const organizationCounts = prepareAll(ofOrganization);

/** Whether a kind has a maximum per account. */
export function isCountedByAccount(kind: QuotaKind): kind is QuotaKindWith<'per_account'> {
  return Object.hasOwn(accountCounts, kind);
}

/** Whether a kind has a maximum for the organization. */
export function isCountedByOrganization(kind: QuotaKind): kind is QuotaKindWith<'per_organization'> {
  return Object.hasOwn(organizationCounts, kind);
}

/** How much an account has of a kind. */
export async function countOfAccount(
  reader: Reader,
  accountId: number,
  kind: QuotaKindWith<'per_account'>,
  now: number,
): Promise<number> {
  const idleSince = Math.floor(now) - limits.sessionIdleSeconds;
  return (await accountCounts[kind].first(reader, { account: accountId, idleSince }))?.count ?? 0;
}

/** How much the reader's organization has of a kind. */
export async function countOfOrganization(
  reader: Reader,
  kind: QuotaKindWith<'per_organization'>,
  now: number,
): Promise<number> {
  const values = { organization: reader.organizationId, now: Math.floor(now) };
  return (await organizationCounts[kind].first(reader, values))?.count ?? 0;
}
