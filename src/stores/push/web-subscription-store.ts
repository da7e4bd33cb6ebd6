// Web Push subscriptions. Endpoints are secrets of the push services and are sealed. A subscription made in a
// browser session is valid as long as the session.

import { limits } from '../../api-contract/limits.ts';
import { type PushSubscription, parseEndpoint } from '../../model/web-push/push-subscription.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

const PURPOSE = 'web-push';

const ofAccount = preparedRead<{ account: number; seenAfter: number }>()((db, p) =>
  db
    .selectFrom('web_push_subscription as one')
    .selectAll('one')
    .where('account_id', '=', p.account)
    .where(({ or, eb, exists }) =>
      or([
        eb('session_id', 'is', null),
        exists(({ selectFrom }) =>
          selectFrom('session')
            .select('session.id')
            .whereRef('session.id', '=', 'one.session_id')
            .where('session.last_seen_at', '>', p.seenAfter),
        ),
      ]),
    )
    .orderBy('id'),
);
const byHash = preparedRead<{ organization: number; hash: string }>()((db, p) =>
  db
    .selectFrom('web_push_subscription')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('endpoint_hash', '=', p.hash),
);
const owners = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('web_push_subscription')
    .select('account_id')
    .distinct()
    .where('organization_id', '=', p.organization),
);
/** With `removals` 1, only subscriptions that accept removals. */
const ownersAmong = preparedRead<{ ids: string; removals: number }>()((db, p, engine) =>
  db
    .selectFrom('web_push_subscription')
    .select('account_id')
    .distinct()
    .where('account_id', 'in', idsOf(engine, p.ids))
    .where('takes_removals', '>=', p.removals),
);
const anyOne = preparedRead<Record<string, never>>()((db) =>
  db.selectFrom('web_push_subscription').select('id').limit(1),
);

/** The fields of a new or changed subscription. */
export interface WebSubscriptionFields {
  readonly accountId: number;
  readonly sessionId: number | null;
  readonly endpointHash: string;
  readonly origin: string;
  /** As produced by `serializeEndpoint`. */
  readonly endpoint: string;
  readonly name: string;
  readonly takesRemovals: boolean;
  readonly organizationUrl: string;
}

function subscriptionOf(reader: Reader, row: Row<'web_push_subscription'>): PushSubscription {
  return {
    id: row.id,
    accountId: row.account_id,
    sessionId: row.session_id,
    name: row.name,
    origin: row.endpoint_origin,
    endpoint: parseEndpoint(reader.secrets.open(PURPOSE, row.endpoint_sealed)),
    supportsRemovals: row.takes_removals === 1,
    organizationUrl: row.organization_url,
    createdAt: row.created_at,
    lastSuccessAt: row.last_success_at,
    failingSince: row.failing_since,
  };
}

/** The subscriptions of an account, oldest first, without those of expired sessions. */
export async function webSubscriptionsOf(
  reader: Reader,
  accountId: number,
  now: number,
): Promise<PushSubscription[]> {
  const seenAfter = Math.floor(now) - limits.sessionIdleSeconds;
  const rows = await ofAccount.all(reader, { account: accountId, seenAfter });
  return rows.map((row) => subscriptionOf(reader, row));
}

/** The subscription with an endpoint, of any account. */
export async function webSubscriptionByEndpoint(
  reader: Reader,
  hash: string,
): Promise<PushSubscription | undefined> {
  const row = await byHash.first(reader, { organization: reader.organizationId, hash });
  return row && subscriptionOf(reader, row);
}

/** Whether any organization has a subscription. */
export async function hasWebSubscriptions(reader: Reader): Promise<boolean> {
  return (await anyOne.first(reader, {})) !== undefined;
}

/** The accounts of the organization with a subscription. */
export async function webSubscribers(reader: Reader): Promise<ReadonlySet<number>> {
  const rows = await owners.all(reader, { organization: reader.organizationId });
  return new Set(rows.map((row) => row.account_id));
}

/** The accounts with a subscription; if `takesRemovals`, only those with one that accepts removals. */
export async function webSubscribersAmong(
  reader: Reader,
  accountIds: readonly number[],
  { takesRemovals = false } = {},
): Promise<number[]> {
  const removals = takesRemovals ? 1 : 0;
  const rows = await ownersAmong.all(reader, { ids: JSON.stringify(accountIds), removals });
  return rows.map((row) => row.account_id);
}

function columnsOf(writer: Writer, fields: WebSubscriptionFields) {
  return {
    account_id: fields.accountId,
    session_id: fields.sessionId,
    endpoint_hash: fields.endpointHash,
    endpoint_origin: fields.origin,
    endpoint_sealed: writer.secrets.seal(PURPOSE, fields.endpoint),
    name: fields.name,
    takes_removals: fields.takesRemovals ? 1 : 0,
    organization_url: fields.organizationUrl,
  };
}

/** Stores a new subscription and returns its id. */
export async function insertWebSubscription(writer: Writer, fields: WebSubscriptionFields): Promise<number> {
  const { id } = await writer.db
    .insertInto('web_push_subscription')
    .values({
      ...columnsOf(writer, fields),
      organization_id: writer.organizationId,
      created_at: writer.now,
      last_success_at: null,
      failing_since: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the fields of a subscription and resets its failures. */
export async function replaceWebSubscription(
  writer: Writer,
  id: number,
  fields: WebSubscriptionFields,
): Promise<void> {
  await writer.db
    .updateTable('web_push_subscription')
    .set({ ...columnsOf(writer, fields), failing_since: null })
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

const succeeded = preparedWrite<{ ids: string; now: number; recordedBefore: number }>()((db, p, engine) =>
  db
    .updateTable('web_push_subscription')
    .set({ last_success_at: p.now, failing_since: null })
    .where('id', 'in', idsOf(engine, p.ids))
    .where(({ or, eb }) =>
      or([
        eb('failing_since', 'is not', null),
        eb('last_success_at', 'is', null),
        eb('last_success_at', '<', p.recordedBefore),
      ]),
    ),
);
const markFailing = preparedWrite<{ ids: string; now: number }>()((db, p, engine) =>
  db
    .updateTable('web_push_subscription')
    .set({ failing_since: p.now })
    .where('id', 'in', idsOf(engine, p.ids))
    .where('failing_since', 'is', null),
);
const failingSince = preparedRead<{ ids: string; since: number }>()((db, p, engine) =>
  db
    .selectFrom('web_push_subscription')
    .select('id')
    .where('id', 'in', idsOf(engine, p.ids))
    .where('failing_since', '<=', p.since),
);
/** A success is recorded at most once within this time. */
const RECORD_SECONDS = 3600;

/** Records that subscriptions were reached. */
export async function recordWebSuccess(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { now } = writer;
  await succeeded.all(writer, { ids: JSON.stringify(ids), now, recordedBefore: now - RECORD_SECONDS });
}

/** Records that subscriptions were not reached. */
export async function recordWebFailure(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await markFailing.all(writer, { ids: JSON.stringify(ids), now: writer.now });
}

/** The subscriptions that have failed since a time or longer. */
export async function subscriptionsFailingSince(
  reader: Reader,
  ids: readonly number[],
  since: number,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await failingSince.all(reader, { ids: JSON.stringify(ids), since });
  return rows.map(({ id }) => id);
}

/** Removes subscriptions of the organization. */
export async function deleteWebSubscriptions(writer: Writer, ids: readonly number[]): Promise<void> {
  await writer.db
    .deleteFrom('web_push_subscription')
    .where('organization_id', '=', writer.organizationId)
    .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .execute();
}

/** Removes all subscriptions of an account. */
export async function deleteWebSubscriptionsOf(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('web_push_subscription').where('account_id', '=', accountId).execute();
}

/** Removes the subscriptions of ended sessions. */
export async function deleteWebSubscriptionsOfSessions(
  writer: Writer,
  sessionIds: readonly number[],
): Promise<void> {
  await writer.db
    .deleteFrom('web_push_subscription')
    .where('session_id', 'in', idsOf(writer.engine, JSON.stringify(sessionIds)))
    .execute();
}
