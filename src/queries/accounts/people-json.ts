// The people of an organization as a JSON list, made of blocks that are shared by all viewers who may see the same. What only
// one viewer sees (their own address, the people of a limited guest) is made for that viewer alone.

import {
  type JsonPiece,
  JsonWriter,
  sameForAllClients,
  sharedByAnswers,
  sharedComma,
} from '../../api-contract/written-json.ts';
import type { Yielder } from '../../api-contract/yielding.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { maySeeEmail } from '../../model/people/account-email.ts';
import { isLimitedGuest } from '../../model/people/account-visibility.ts';
import { unknownUser, type WireUserOptions, wireUser } from '../../model/people/wire-user.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { accountsInBlocks, type PreparedBlock, preparedBlock, storeBlock } from './people-blocks.ts';

type Viewer = Pick<Account, 'id' | 'role'> | undefined;

/** Which people are listed, and which fields. */
export interface PeopleListOptions extends Omit<WireUserOptions, 'showsEmail'> {
  readonly of: 'active' | 'inactive' | 'all';
  /** Whether people that the viewer may not see are listed as unknown users. */
  readonly showsUnknown: boolean;
}

/** Viewers with the same role see the same addresses, except their own. */
function visibilityKey(viewer: Viewer): string {
  if (!viewer) return 'anonymous';
  return String(Math.max(viewer.role, Role.administrator));
}

function isListed(account: Account, { of }: PeopleListOptions): boolean {
  if (account.isSystemBot) return false;
  return of === 'all' || account.isActive === (of === 'active');
}

/** The JSON of a person for a viewer who may see them. */
function personJson(
  view: OrganizationView,
  viewer: Viewer,
  account: Account,
  options: PeopleListOptions,
): string {
  const form = { ...options, showsEmail: maySeeEmail(viewer, account) };
  return JSON.stringify(wireUser(account, view.organization, form, view.profileValues(account.id)));
}

/** The people that a limited guest sees, and the others as unknown users if they are shown. */
function limitedGuestPeople(
  view: OrganizationView,
  viewer: NonNullable<Viewer>,
  accounts: readonly Account[],
  options: PeopleListOptions,
): string {
  const texts: string[] = [];
  const visibleIds = view.accountsKnownTo(viewer.id);
  for (const account of accounts) {
    if (!isListed(account, options)) continue;
    const isSeen = account.id === viewer.id || account.isBot || visibleIds?.has(account.id);
    if (isSeen) texts.push(personJson(view, viewer, account, options));
    else if (options.showsUnknown)
      texts.push(JSON.stringify(unknownUser(account.id, view.organization, options)));
  }
  return texts.join(',');
}

/** The people that every viewer with the given role sees, with the offsets of each. */
function makeBlock(
  view: OrganizationView,
  viewer: Viewer,
  accounts: readonly Account[],
  options: PeopleListOptions,
): PreparedBlock {
  const anyWithRole = viewer && { id: 0, role: viewer.role };
  const texts: string[] = [];
  const offsets = new Uint32Array(2 * accounts.length);
  let length = 0;
  for (const [index, account] of accounts.entries()) {
    if (!isListed(account, options)) continue;
    const text = personJson(view, anyWithRole, account, options);
    const begin = texts.length > 0 ? length + 1 : 0;
    length = begin + Buffer.byteLength(text);
    offsets[2 * index] = begin;
    offsets[2 * index + 1] = length;
    texts.push(text);
  }
  return { json: sharedByAnswers(Buffer.from(texts.join(','))), offsets };
}

function blockFor(
  view: OrganizationView,
  viewer: Viewer,
  accounts: readonly Account[],
  options: PeopleListOptions,
): PreparedBlock {
  const { of, clientGravatar, hasProfile, hasActivity } = options;
  const kind = `${visibilityKey(viewer)} ${of} ${clientGravatar}${hasProfile}${hasActivity}`;
  const cached = preparedBlock(view, accounts, kind);
  if (cached) return cached;
  const block = makeBlock(view, viewer, accounts, options);
  storeBlock(view, accounts, kind, block);
  return block;
}

/** A block with the viewer's own entry instead of the one that others with their role see. */
function withOwnEntry(
  { json, offsets }: PreparedBlock,
  { index, text }: { readonly index: number; readonly text: string },
): JsonPiece[] {
  const [begin = 0, end = 0] = offsets?.subarray(2 * index) ?? [];
  if (begin === end) return [json];
  return [json.subarray(0, begin), Buffer.from(text), json.subarray(end)].map(sameForAllClients);
}

/** The given people in pieces, without brackets. */
function piecesOf(
  view: OrganizationView,
  viewer: Viewer,
  accounts: readonly Account[],
  options: PeopleListOptions,
): JsonPiece[] {
  if (viewer && isLimitedGuest(view, viewer))
    return [sameForAllClients(Buffer.from(limitedGuestPeople(view, viewer, accounts, options)))];
  const block = blockFor(view, viewer, accounts, options);
  const index = viewer ? accounts.findIndex(({ id }) => id === viewer.id) : -1;
  const own = accounts[index];
  // Others with the same role see the same address.
  if (!viewer || !own || maySeeEmail({ id: 0, role: viewer.role }, own)) return [block.json];
  return withOwnEntry(block, { index, text: personJson(view, viewer, own, options) });
}

async function pieces(
  view: OrganizationView,
  viewer: Viewer,
  options: PeopleListOptions,
  yielder: Yielder,
): Promise<JsonPiece[]> {
  const result: JsonPiece[] = ['['];
  for (const accounts of accountsInBlocks(view)) {
    const block = piecesOf(view, viewer, accounts, options).filter(({ length }) => length > 0);
    if (block.length > 0) {
      if (result.length > 1) result.push(sharedComma);
      result.push(...block);
    }
    await yielder.yieldIfDue();
  }
  result.push(']');
  return result;
}

/** The people that a viewer sees (undefined: an anonymous viewer), as a JSON list. `view` is immutable. */
export function peopleJson(view: OrganizationView, viewer: Viewer, options: PeopleListOptions): JsonWriter {
  return new JsonWriter((yielder) => pieces(view, viewer, options, yielder));
}
