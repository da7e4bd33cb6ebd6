// Everything that an organization in memory can return, laid out so that two states can be compared: its own contents,
// the snapshots it gives to people, and messages as viewers see them.

import { defaultConfiguredLimits } from '../../src/api-contract/configured-limits.ts';
import { JsonWriter } from '../../src/api-contract/written-json.ts';
import { Yielder } from '../../src/api-contract/yielding.ts';
import { noCapabilities } from '../../src/events/queue.ts';
import type { SnapshotRequest } from '../../src/events/snapshot/section.ts';
import { sections } from '../../src/events/snapshot/sections.ts';
import type { Account } from '../../src/model/accounts/account.ts';
import { isLimitedGuest } from '../../src/model/people/account-visibility.ts';
import { type AlertWords, alertWordsPart } from '../../src/queries/accounts/alert-words.ts';
import { compiledLinkifiers } from '../../src/queries/markdown-settings.ts';
import { messagesJson } from '../../src/queries/messages/page-json.ts';
import { requesterOf } from '../../src/queries/requester.ts';
import type { OrganizationState } from '../../src/queries/state/organization-state.ts';
import type { ParleyServer } from '../../src/server/server.ts';
import type { Reader } from '../../src/storage/reader-writer.ts';
import { readPastRoles } from '../../src/stores/accounts/account-store.ts';

const MAX_MESSAGES = 200;

/** Fields that do not follow the log, or that depend on the time of the call. */
const volatileFields = new Set([
  'server_timestamp',
  'presences',
  'presence_last_update_id',
  'stream_weekly_traffic',
  // Tests backdate messages directly in the database.
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

/** Everything that a state can return; parts that load lazily are loaded. */
export async function visibleState(
  state: OrganizationState,
  reader: Reader,
): Promise<Record<string, unknown>> {
  const accounts = [...state.accounts.values()].sort((a, b) => a.id - b.id);
  const pastRoles = await readPastRoles(reader);
  const linkifiers = await compiledLinkifiers(state, reader);
  const result: Record<string, unknown> = {
    organization: state.organization,
    channels: state.channels,
    groups: state.groups,
    linkifiers: linkifiers.map((linkifier) => JSON.stringify(linkifier)),
    alertWords: alertWordsOf(await state.part(reader, alertWordsPart)),
    roles: pastRoles.map(({ account_id: id, from_sequence: sequence }) => {
      const account = state.account(id);
      return account && state.roleAt(account, sequence);
    }),
  };
  for (const account of accounts) {
    await state.loadGuestVisibility(reader, account);
    Object.assign(result, {
      [`account ${account.id}`]: account,
      [`profile of ${account.id}`]: sorted(state.profileValues(account.id)),
      [`subscriptions of ${account.id}`]: await state.subscriptions(reader, account.id),
      [`people known to ${account.id}`]: peopleKnownTo(state, account),
    });
  }
  return result;
}

/**
 * The people whom a limited guest sees, without bots, which everyone sees. Empty for other accounts, for which the
 * server does not keep this state current.
 */
function peopleKnownTo(state: OrganizationState, account: Account): number[] {
  const visibleIds = isLimitedGuest(state, account) ? (state.accountsKnownTo(account.id) ?? []) : [];
  return [...visibleIds].filter((id) => !state.account(id)?.isBot).sort((a, b) => a - b);
}

function alertWordsOf(words: AlertWords): Map<string, readonly number[]> {
  return new Map([...words.accountsOf].map(([word, ids]) => [word, [...ids].sort((a, b) => a - b)]));
}

function sorted(values: readonly { readonly fieldId: number }[]): unknown {
  return [...values].sort((a, b) => a.fieldId - b.fieldId);
}

/** A value without the parts that depend on the time of the call. */
export function withoutVolatile(value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner) => (volatileFields.has(key) ? undefined : inner));
  return text === undefined ? undefined : JSON.parse(text);
}

/** The part of an account's POST /register snapshot that comes from memory. */
export async function snapshotOf(
  state: OrganizationState,
  server: ParleyServer,
  account: Account,
): Promise<Record<string, unknown>> {
  const request: SnapshotRequest = {
    account: state.account(account.id),
    options: queueOptions,
    state: state.view(),
    subscriptions: state.subscriptionsInMemory(account.id) ?? new Map(),
    keyring: server.services.keyring,
    bounds: defaultConfiguredLimits,
    organizationUrl: 'http://localhost',
    presenceHistoryDays: 1,
    videoCalls: server.services.videoCalls,
    calls: server.services.calls.offer,
    signIn: server.services.signIn,
    sendsMail: server.services.sendsMail,
    wants: () => true,
    wantsByName: () => true,
  };
  const fields: Record<string, unknown> = {};
  for (const section of sections) {
    for (const [name, value] of Object.entries(section.fromMemory?.(request) ?? {})) {
      if (volatileFields.has(name)) continue;
      const writtenJson = value instanceof JsonWriter ? await value.write(new Yielder()) : undefined;
      fields[`${name} of ${account.id}`] = writtenJson ? JSON.parse(writtenJson.join('')) : value;
    }
  }
  return fields;
}

/** Rendered and unrendered messages. */
export const renderedAndRaw: readonly boolean[] = [true, false];

/** The newest messages as one viewer sees them, in some forms (rendered or not), by id. */
export async function pageOf(
  state: OrganizationState,
  reader: Reader,
  forms: readonly boolean[],
): Promise<Record<string, unknown>> {
  const rows = await reader.db
    .selectFrom('message')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .orderBy('id', 'desc')
    .limit(MAX_MESSAGES)
    .execute();
  const ids = rows.map(({ id }) => id);
  const heads = await state.heads.heads(reader, ids);
  const page: Record<string, unknown> = {};
  for (const head of heads) page[`head of message ${head.id}`] = head;
  for (const applyMarkdown of forms) {
    const format = { applyMarkdown, clientGravatar: !applyMarkdown, emptyTopicName: applyMarkdown };
    const requester = await requesterOf({ state, reader }, undefined);
    const pieces = await messagesJson({ ...requester, format }, heads, () => []);
    for (const message of JSON.parse(`[${Buffer.concat(pieces)}]`)) {
      page[`message ${message.id} ${applyMarkdown ? 'rendered' : 'as written'}`] = message;
    }
  }
  return page;
}
