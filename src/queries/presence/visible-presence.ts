// The presence of everyone that an account may see, in the wire form. In the modern form, most viewers see the same of the
// people in a block, so its JSON is made once.

import { DAY, nowSeconds } from '../../api-contract/time.ts';
import {
  type JsonPiece,
  JsonWriter,
  sameForAllClients,
  sharedComma,
} from '../../api-contract/written-json.ts';
import type { Account } from '../../model/accounts/account.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import { isLimitedGuest, maySeeAccount } from '../../model/people/account-visibility.ts';
import { lastSeenAt, legacyPresence, modernPresence } from '../../model/presence/presence.ts';
import type { PresenceBlock, PresenceRow } from '../../model/presence/presence-in-memory.ts';
import type { OrganizationView } from '../state/organization-view.ts';

export interface PresenceOptions {
  /** By id with both times; otherwise by address in the legacy form. */
  readonly isModern: boolean;
  /** Only changes after an update id; everything if undefined. */
  readonly after: number | undefined;
  readonly historyDays: number;
}

export interface Presences {
  /** An object with the presence of each person. */
  readonly presences: JsonWriter;
  readonly lastUpdateId: number;
}

/** The JSON of a block for all viewers who see everyone, valid as long as its accounts are the same objects. */
interface PreparedPresence {
  accountsVersion: number;
  readonly accounts: readonly (Account | undefined)[];
  /** Of everyone who is active. */
  readonly changes: Buffer;
  /** Only of those who show their presence. */
  readonly list: Buffer;
  /** When the first of them was last seen, in seconds since 1970. */
  readonly oldest: number;
}

const preparedBlocks = new WeakMap<PresenceBlock, PreparedPresence>();

/** The fields of an object without braces. */
function modernJson(rows: readonly PresenceRow[]): Buffer {
  const texts = rows.map((row) => `"${row.accountId}":${JSON.stringify(modernPresence(row))}`);
  return sameForAllClients(Buffer.from(texts.join()));
}

function isPrepared(prepared: PreparedPresence, view: OrganizationView, block: PresenceBlock): boolean {
  if (prepared.accountsVersion === view.versions.accounts) return true;
  if (block.rows.some((row, index) => view.account(row.accountId) !== prepared.accounts[index])) return false;
  prepared.accountsVersion = view.versions.accounts;
  return true;
}

function prepare(view: OrganizationView, block: PresenceBlock): PreparedPresence {
  const known = preparedBlocks.get(block);
  if (known && isPrepared(known, view, block)) return known;
  const active = block.rows.filter(({ accountId }) => view.account(accountId)?.isActive);
  const listed = active.filter(({ accountId }) => view.account(accountId)?.settings.presence_enabled);
  const prepared = {
    accountsVersion: view.versions.accounts,
    accounts: block.rows.map(({ accountId }) => view.account(accountId)),
    changes: modernJson(active),
    list: modernJson(listed),
    oldest: Math.min(...listed.map(lastSeenAt)),
  };
  preparedBlocks.set(block, prepared);
  return prepared;
}

/** The rows of a block that a viewer may see, if they have changed since or else are listed. */
function visibleRows(
  view: OrganizationView,
  viewer: Account,
  block: PresenceBlock,
  { after, historyDays }: PresenceOptions,
): PresenceRow[] {
  const oldest = nowSeconds() - historyDays * DAY;
  return block.rows.filter((row) => {
    const account = view.account(row.accountId);
    if (!account?.isActive || !maySeeAccount(view, viewer, account)) return false;
    if (after !== undefined) return row.updateId > after;
    // A full list omits accounts that hide their presence; a client that has an older presence gets the update.
    return account.settings.presence_enabled && lastSeenAt(row) >= oldest;
  });
}

function modernFields(
  view: OrganizationView,
  viewer: Account,
  block: PresenceBlock,
  options: PresenceOptions,
): Buffer {
  const { after, historyDays } = options;
  if (!isLimitedGuest(view, viewer)) {
    const { changes, list, oldest } = prepare(view, block);
    if (after === undefined && oldest >= nowSeconds() - historyDays * DAY) return list;
    if (after !== undefined && (block.rows[0]?.updateId ?? 0) > after) return changes;
  }
  return modernJson(visibleRows(view, viewer, block, options));
}

function legacyFields(
  view: OrganizationView,
  viewer: Account,
  block: PresenceBlock,
  options: PresenceOptions,
): Buffer {
  const texts: string[] = [];
  for (const row of visibleRows(view, viewer, block, options)) {
    const account = view.account(row.accountId);
    if (!account) continue;
    const email = JSON.stringify(apiEmail(account, view.organization));
    texts.push(`${email}:${JSON.stringify(legacyPresence(row))}`);
  }
  return sameForAllClients(Buffer.from(texts.join()));
}

/** Empty if the organization does not show presence. */
export function presencesFor(view: OrganizationView, viewer: Account, options: PresenceOptions): Presences {
  const { presence } = view;
  if (view.organization.settings.presence_disabled)
    return { presences: new JsonWriter(async () => ['{}']), lastUpdateId: -1 };
  const { after = -1, isModern } = options;
  const lastUpdateId = Math.max(presence.lastUpdateId, after);
  const fieldsOf = isModern ? modernFields : legacyFields;
  const presences = new JsonWriter(async (yielder) => {
    const pieces: JsonPiece[] = ['{'];
    for (const block of presence.blocksAfter(after)) {
      const fields = fieldsOf(view, viewer, block, options);
      if (fields.length > 0) pieces.push(...(pieces.length > 1 ? [sharedComma] : []), fields);
      await yielder.yieldIfDue();
    }
    pieces.push('}');
    return pieces;
  });
  return { presences, lastUpdateId };
}
