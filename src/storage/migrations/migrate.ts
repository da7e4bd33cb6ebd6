// Migrates a database to the current schema, forward only. Runs at startup under a lock that the engine holds.

import { nowSeconds } from '../../api-contract/time.ts';
import { CodedError } from '../../errors/coded-error.ts';
import type { Engine, Execute } from '../reader-writer.ts';
import { first } from './0001-first.ts';
import { pushDevices } from './0002-push-devices.ts';
import { missedMail } from './0003-missed-mail.ts';
import { invitations } from './0004-invitations.ts';
import { readOnArrival } from './0005-read-on-arrival.ts';
import { pendingNotices } from './0006-pending-notices.ts';
import { botStorage } from './0007-bot-storage.ts';
import { dataExports } from './0008-data-exports.ts';
import { deployment } from './0009-deployment.ts';
import { outboxByKind } from './0010-outbox-by-kind.ts';
import { deliveredSchedules } from './0011-delivered-schedules.ts';
import { loginFailures } from './0012-login-failures.ts';
import { noticeActor } from './0013-notice-actor.ts';
import { accessVersion } from './0014-access-version.ts';
import { publicHost } from './0015-public-host.ts';
import { sessions } from './0016-sessions.ts';
import { searchAtSize } from './0017-search-at-size.ts';
import { messageLocalIds } from './0018-message-local-ids.ts';
import { linkPreviews } from './0019-link-previews.ts';
import { logBytes } from './0020-log-bytes.ts';
import { missedByMany } from './0021-missed-by-many.ts';
import { webhookDeliveries } from './0022-webhook-deliveries.ts';
import { organizationImports } from './0023-organization-imports.ts';
import { signIn } from './0024-sign-in.ts';
import { auditLog } from './0025-audit-log.ts';
import { secondFactor } from './0026-second-factor.ts';
import { failuresWithoutNetwork } from './0027-failures-without-network.ts';
import { outboxReceivers } from './0028-outbox-receivers.ts';
import { roomOfPeople } from './0029-room-of-people.ts';
import { signInAnswers } from './0030-sign-in-answers.ts';
import { passkeys } from './0031-passkeys.ts';
import { scim } from './0032-scim.ts';
import { eventSubscriptions } from './0033-event-subscriptions.ts';
import { marksOfMessages } from './0034-marks-of-messages.ts';
import { wrongCodes } from './0035-wrong-codes.ts';
import { webPush } from './0036-web-push.ts';
import { endedTies } from './0037-ended-ties.ts';
import { providerSessions } from './0038-provider-sessions.ts';
import { quotaUse } from './0039-quota-use.ts';
import { unconfirmedEmails } from './0040-unconfirmed-emails.ts';
import { personErasures } from './0041-person-erasures.ts';
import { knownDevices } from './0042-known-devices.ts';
import { hostAliases } from './0043-host-aliases.ts';
import { doNotDisturb } from './0044-do-not-disturb.ts';
import { laterConversations } from './0045-later-conversations.ts';
import { mutesThatEnd } from './0046-mutes-that-end.ts';
import { sidebar } from './0047-sidebar.ts';
import { pins } from './0048-pins.ts';
import { channelMutesThatEnd } from './0049-channel-mutes-that-end.ts';
import { sampleContent } from './0050-sample-content.ts';
import { notifiedReturns } from './0051-notified-returns.ts';
import { pinNotices } from './0052-pin-notices.ts';
import { gifKeys } from './0053-gif-keys.ts';
import { mutedDirectConversations } from './0054-muted-direct-conversations.ts';
import { nativeCalls } from './0055-native-calls.ts';
import { recordings } from './0056-recordings.ts';
import { unreadByConversation } from './0057-unread-by-conversation.ts';
import { schemasBesideEachOther } from './0058-schemas-beside-each-other.ts';
import { inDialect, type Migration } from './migration.ts';

/** Each has a line in `tests/storage/landed-migrations.txt`. A released migration is never changed or renumbered. */
export const migrations: readonly Migration[] = [
  first,
  pushDevices,
  missedMail,
  invitations,
  readOnArrival,
  pendingNotices,
  botStorage,
  dataExports,
  deployment,
  outboxByKind,
  deliveredSchedules,
  loginFailures,
  noticeActor,
  accessVersion,
  publicHost,
  sessions,
  searchAtSize,
  messageLocalIds,
  linkPreviews,
  logBytes,
  missedByMany,
  webhookDeliveries,
  organizationImports,
  signIn,
  auditLog,
  secondFactor,
  failuresWithoutNetwork,
  outboxReceivers,
  roomOfPeople,
  signInAnswers,
  passkeys,
  scim,
  eventSubscriptions,
  marksOfMessages,
  wrongCodes,
  webPush,
  endedTies,
  providerSessions,
  quotaUse,
  unconfirmedEmails,
  personErasures,
  knownDevices,
  hostAliases,
  doNotDisturb,
  laterConversations,
  mutesThatEnd,
  sidebar,
  pins,
  channelMutesThatEnd,
  sampleContent,
  notifiedReturns,
  pinNotices,
  gifKeys,
  mutedDirectConversations,
  nativeCalls,
  recordings,
  unreadByConversation,
  schemasBesideEachOther,
];

/** Thrown for a database that this version cannot use. The message is one sentence for the operator. */
export class UnusableDatabaseError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('DATABASE_UNUSABLE', message, options);
  }
}

/** Migrations that the first release numbered differently: the old and the new numbers, in order. */
const renumbered: readonly (readonly [old: number, current: number])[] = [
  [6, 5],
  [7, 6],
  [10, 7],
  [11, 8],
  [12, 9],
];

/** The migrations that were applied to the database, by their current numbers. */
async function appliedVersions(execute: Execute): Promise<ReadonlySet<number>> {
  const read = async () =>
    new Set((await execute('select version from schema_version', [])).map(({ version }) => Number(version)));
  const applied = await read();
  // Only the first release skipped 5.
  if (applied.has(5) || !applied.has(6)) return applied;
  for (const [old, current] of renumbered) {
    await execute(`update schema_version set version = ${current} where version = ${old}`, []);
  }
  return read();
}

/** The schema that this version works with. */
export const newestSchema = newestOf(migrations);

/** Which schemas a program can use. */
export interface KnownMigrations {
  /** Further migrations, as a later version has them; for tests. */
  readonly further?: readonly Migration[] | undefined;
  /** Whether a newer schema is accepted if it has everything that this version needs. */
  readonly acceptsNewer?: boolean | undefined;
}

export interface MigrateOptions extends KnownMigrations {
  readonly upTo?: number | undefined;
  /** Runs before an existing database is changed so that older servers could not go on; may reject to prevent it. */
  readonly beforeChange?: (() => Promise<void>) | undefined;
  /** How to go on beside older servers; absent if that is never possible. */
  readonly beside?: BesideOthers | undefined;
}

export interface BesideOthers {
  /** Whether servers run that do not know a schema. */
  isOlderRunning(schema: number): Promise<boolean>;
  /** Runs before a change during which servers run. */
  prepare(): Promise<void>;
}

/**
 * Applies the missing migrations, up to `upTo`. Must run in a transaction. Returns whether some wait for older servers to stop.
 * @throws UnusableDatabaseError for a database that a newer version wrote
 */
export async function migrate(
  engine: Engine,
  execute: Execute,
  { upTo = Number.POSITIVE_INFINITY, further = [], acceptsNewer, beforeChange, beside }: MigrateOptions = {},
): Promise<{ readonly isWaiting: boolean }> {
  if (await isBeingCopiedInto(engine, execute)) {
    throw new UnusableDatabaseError(
      'The database contains an incomplete copy. Finish it with the command "database copy", or empty the database.',
    );
  }
  await execute(
    'create table if not exists schema_version (version bigint primary key, applied_at bigint not null)',
    [],
  );
  const known = [...migrations, ...further];
  const applied = await appliedVersions(execute);
  await refuseNewer(execute, { newest: newestOf(known), acceptsNewer });
  const missing = known.filter(({ version }) => version <= upTo && !applied.has(version));
  const canBeBeside = beside !== undefined && missing.every(({ kind }) => kind !== undefined);
  if (applied.size > 0 && missing.length > 0) await (canBeBeside ? beside.prepare() : beforeChange?.());
  let isWaiting = false;
  for (const migration of missing) {
    const { version, kind } = migration;
    if (canBeBeside && kind === 'cleanup' && (await beside.isOlderRunning(version))) {
      isWaiting = true;
      continue;
    }
    for (const statement of migration.statements(engine)) await execute(inDialect(statement, engine), []);
    const [columns, values] = kind === 'additive' ? [', is_additive', ', 1'] : ['', ''];
    await execute(
      `insert into schema_version (version, applied_at${columns}) values (${version}, ${nowSeconds()}${values})`,
      [],
    );
  }
  return { isWaiting };
}

/**
 * Refuses a database with a schema that this version does not know.
 * @throws UnusableDatabaseError
 */
export async function refuseNewer(
  execute: Execute,
  { newest, acceptsNewer = false }: { readonly newest: number; readonly acceptsNewer?: boolean | undefined },
): Promise<void> {
  // Databases of older versions do not have the column `is_additive`.
  const rows = await execute('select * from schema_version', []);
  const newer = rows.filter(({ version }) => Number(version) > newest);
  if (newer.length === 0) return;
  if (acceptsNewer && newer.every(({ is_additive }) => Number(is_additive) === 1)) return;
  const highest = Math.max(...newer.map(({ version }) => Number(version)));
  throw new UnusableDatabaseError(
    `The database was written by a newer version of Parley (schema ${highest}; this version knows ${newest}). Start that version again. To return to this one, restore a backup from before the update.`,
  );
}

/** The newest schema of a list of migrations. */
export function newestOf(known: readonly Migration[]): number {
  return Math.max(...known.map(({ version }) => version));
}

/** Whether `database copy` has begun to fill the database and has not finished. */
export async function isBeingCopiedInto(engine: Engine, execute: Execute): Promise<boolean> {
  const sql =
    engine === 'sqlite'
      ? "select 1 as one from sqlite_schema where name = 'database_copy'"
      : "select 1 as one where to_regclass('database_copy') is not null";
  return (await execute(sql, [])).length > 0;
}
