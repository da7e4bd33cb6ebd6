// What a server holds in memory of an organization must be what its tables say: a change whose event does not name
// what it touches leaves servers with the old state until they are started again. This compares the state that
// lives with one that is loaded afresh, and what both make of it: snapshots and pages of messages.

import type { OrganizationHub } from '../../src/events/organization-hub.ts';
import { noCapabilities } from '../../src/events/queue.ts';
import type { SnapshotRequest } from '../../src/events/snapshot/section.ts';
import { sections } from '../../src/events/snapshot/sections.ts';
import type { Account } from '../../src/model/accounts/account.ts';
import { type AlertWords, alertWordsPart } from '../../src/model/accounts/alert-words.ts';
import { readPastRoles } from '../../src/model/accounts/store.ts';
import { isLimitedGuest } from '../../src/model/accounts/visibility.ts';
import { messagesJson } from '../../src/model/messages/page-json.ts';
import { compiledLinkifiers } from '../../src/model/messages/rendering.ts';
import { OrganizationState } from '../../src/model/state/organization-state.ts';
import type { ParleyServer } from '../../src/server/server.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import type { Reader } from '../../src/storage/session.ts';
import { difference } from './difference.ts';

/** Organizations of more people are not compared: it would take longer than the test. */
const MOST_ACCOUNTS = 60;
const MOST_MESSAGES = 200;
const TRIES = 50;

/** Kept up to date by other means than the log, or different by the moment of asking. */
const ownToTheMoment = new Set([
  'server_timestamp',
  'presences',
  'presence_last_update_id',
  'stream_weekly_traffic',
  // Tests put messages into the past behind the server's back.
  'sent_at',
  'timestamp',
]);

const queueOptions: SnapshotRequest['options'] = {
  applyMarkdown: true,
  clientGravatar: false,
  slimPresence: true,
  allPublicStreams: false,
  includeSubscribers: 'true',
  eventTypes: null,
  narrow: [],
  capabilities: { ...noCapabilities, archived_channels: true, include_deactivated_groups: true },
  client: 'website',
};

/** Everything that a state can tell, read on first use where it is. */
async function told(state: OrganizationState, reader: Reader): Promise<Record<string, unknown>> {
  const accounts = [...state.accounts.values()].sort((a, b) => a.id - b.id);
  const pastRoles = await readPastRoles(reader);
  const linkifiers = await compiledLinkifiers(state, reader);
  const result: Record<string, unknown> = {
    organization: state.organization,
    channels: state.channels,
    groups: state.groups,
    linkifiers: linkifiers.map((linkifier) => JSON.stringify(linkifier)),
    alertWords: alertWordsOf(await state.part(reader, alertWordsPart)),
    roles: pastRoles.map(({ account_id: id, from_sequence: place }) => {
      const account = state.account(id);
      return account && state.roleAt(account, place);
    }),
  };
  for (const account of accounts) {
    await state.watchGuest(reader, account);
    Object.assign(result, {
      [`account ${account.id}`]: account,
      [`profile of ${account.id}`]: sorted(state.profileValues(account.id)),
      [`subscriptions of ${account.id}`]: await state.subscriptions(reader, account.id),
      [`people known to ${account.id}`]: peopleKnownTo(state, account),
    });
  }
  return result;
}

/** Whom a limited guest sees. Of others it is not asked, and may be left from before; bots are seen by all. */
function peopleKnownTo(state: OrganizationState, account: Account): number[] {
  const known = isLimitedGuest(state, account) ? (state.accountsKnownTo(account.id) ?? []) : [];
  return [...known].filter((id) => !state.account(id)?.isBot).sort((a, b) => a - b);
}

function alertWordsOf(words: AlertWords): Map<string, readonly number[]> {
  return new Map([...words].map(([word, ids]) => [word, [...ids].sort((a, b) => a - b)]));
}

function sorted(values: readonly { readonly fieldId: number }[]): unknown {
  return [...values].sort((a, b) => a.fieldId - b.fieldId);
}

/** A part of a snapshot without what differs by the moment. */
function lasting(value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner) => (ownToTheMoment.has(key) ? undefined : inner));
  return text === undefined ? undefined : JSON.parse(text);
}

/** What an account is told by POST /register, as far as it comes from memory. */
function snapshotOf(
  state: OrganizationState,
  server: ParleyServer,
  account: Account,
): Record<string, unknown> {
  const request: SnapshotRequest = {
    account: state.account(account.id),
    options: queueOptions,
    state,
    subscriptions: state.subscriptionsInMemory(account.id) ?? new Map(),
    organizationUrl: 'http://localhost',
    presenceHistoryDays: 1,
    videoCalls: server.services.videoCalls,
    wants: () => true,
    wantsByName: () => true,
  };
  const fields: Record<string, unknown> = {};
  for (const section of sections) {
    for (const [name, value] of Object.entries(section.fromMemory?.(request) ?? {})) {
      if (!ownToTheMoment.has(name)) fields[`${name} of ${account.id}`] = lasting(value);
    }
  }
  return fields;
}

/** The newest messages as one reader is shown them, in every form, by id. */
async function pageOf(state: OrganizationState, reader: Reader): Promise<Record<string, unknown>> {
  const rows = await reader.db
    .selectFrom('message')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .orderBy('id', 'desc')
    .limit(MOST_MESSAGES)
    .execute();
  const ids = rows.map(({ id }) => id);
  const heads = await state.heads.heads(reader, ids);
  const page: Record<string, unknown> = {};
  for (const head of heads) page[`head of message ${head.id}`] = lasting(head);
  for (const applyMarkdown of [true, false]) {
    const shape = { applyMarkdown, clientGravatar: !applyMarkdown, emptyTopicName: applyMarkdown };
    const subscriptions = new Map();
    const pieces = await messagesJson(
      reader,
      { state, account: undefined, subscriptions, shape },
      heads,
      () => [],
    );
    for (const message of JSON.parse(`[${Buffer.concat(pieces)}]`)) {
      page[`message ${message.id} ${applyMarkdown ? 'rendered' : 'as written'}`] = lasting(message);
    }
  }
  return page;
}

/** Compares where memory and tables stand at the same place; `later` when they did not. */
async function compared(
  server: ParleyServer,
  database: ParleyDatabase,
  hub: OrganizationHub,
): Promise<string | undefined | 'later'> {
  return database.snapshot(hub.id, async (reader) => {
    const sequence = await database.sequence(reader);
    const { state } = hub;
    const isThere = () => state.sequence === sequence;
    if (!isThere()) return 'later';
    const fresh = await OrganizationState.load(reader, sequence);
    if (fresh.accounts.size > MOST_ACCOUNTS) return undefined;
    const held = { ...(await told(state, reader)), ...(await pageOf(state, reader)) };
    const loaded = { ...(await told(fresh, reader)), ...(await pageOf(fresh, reader)) };
    if (!isThere()) return 'later';
    for (const account of fresh.accounts.values()) {
      if (!account.isActive || account.isBot) continue;
      Object.assign(held, snapshotOf(state, server, account));
      Object.assign(loaded, snapshotOf(fresh, server, account));
    }
    return difference(held, loaded);
  });
}

/** Where a server's memory of its organizations is not what the tables say; undefined when it is. */
export async function memoryDifference(server: ParleyServer): Promise<string | undefined> {
  const { database, hubs } = server.services;
  for (const hub of await hubs.loaded()) {
    for (let tries = 0; tries < TRIES; tries++) {
      await hub.settled();
      if (database.engine === 'postgres') await hub.catchUp();
      const found = await compared(server, database, hub);
      if (found === 'later') continue;
      if (found) return found;
      break;
    }
  }
  return undefined;
}

/** Makes every write of a server that leaves its memory behind fail, with what differs. */
export function watchMemory(server: ParleyServer): void {
  const { database } = server.services;
  const write = database.write.bind(database);
  database.write = async (organizationId, unit) => {
    const value = await write(organizationId, unit);
    const found = await memoryDifference(server);
    if (!found) return value;
    process.stderr.write(`a write left memory behind: ${found}\n`);
    throw new Error(`a write left memory behind: ${found}`);
  };
}
