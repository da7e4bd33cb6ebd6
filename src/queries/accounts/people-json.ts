// The people of an organization as a JSON list, made of blocks that all readers share who may see the same. A block is
// good for as long as its accounts are those that it was made of: accounts in memory are replaced, never changed.
// What only one reader sees (their own address, the people of a limited guest) is made for that reader alone.

import { limits } from '../../api-contract/limits.ts';
import {
  type JsonPiece,
  sameForAllClients,
  sharedByAnswers,
  sharedComma,
  WrittenJson,
} from '../../api-contract/written-json.ts';
import type { Pace } from '../../api-contract/yielding.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { maySeeEmail } from '../../model/people/email.ts';
import { isLimitedGuest } from '../../model/people/visibility.ts';
import { type UserShape, unknownUser, wireUser } from '../../model/people/wire-user.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { RecentMap } from '../state/recent-map.ts';
import { accountList } from './account-list.ts';

/** People whose JSON is made in one turn, and again when one of them changes. */
const PEOPLE_PER_BLOCK = 250;
/** What a block costs beside its bytes. */
const BLOCK_OVERHEAD = 2500;

interface Block {
  readonly accounts: readonly Account[];
  readonly organization: Organization;
  readonly json: Buffer;
}

type Viewer = Pick<Account, 'id' | 'role'> | undefined;

/** Which people are listed, and what of each. */
export interface PeopleWish extends Omit<UserShape, 'showsEmail'> {
  readonly of: 'active' | 'inactive' | 'all';
  /** Whether people whom the viewer may not see stand there as unknown ones. */
  readonly showsUnknown: boolean;
}

const blocksOf = new WeakMap<object, RecentMap<string, Block>>();

function blocksIn({ origin }: OrganizationView): RecentMap<string, Block> {
  const present = blocksOf.get(origin);
  if (present) return present;
  const made = new RecentMap<string, Block>(limits.preparedPeopleBytes, {
    weightOf: ({ json }) => json.length + BLOCK_OVERHEAD,
  });
  blocksOf.set(origin, made);
  return made;
}

/** Those of a role see the same addresses, but for their own. */
function sightOf(viewer: Viewer): string {
  if (!viewer) return 'visitor';
  return String(Math.max(viewer.role, Role.administrator));
}

function isListed(account: Account, { of }: PeopleWish): boolean {
  if (account.isSystemBot) return false;
  return of === 'all' || account.isActive === (of === 'active');
}

function joined(
  view: OrganizationView,
  viewer: Viewer,
  accounts: readonly Account[],
  wish: PeopleWish,
): string {
  const texts: string[] = [];
  const isLimited = viewer !== undefined && isLimitedGuest(view, viewer);
  const known = isLimited ? view.accountsKnownTo(viewer.id) : undefined;
  for (const account of accounts) {
    if (!isListed(account, wish)) continue;
    const isSeen = !isLimited || account.id === viewer.id || account.isBot || known?.has(account.id);
    if (!isSeen && !wish.showsUnknown) continue;
    const shape = { ...wish, showsEmail: maySeeEmail(viewer, account) };
    const user = isSeen
      ? wireUser(account, view.organization, shape, view.profileValues(account.id))
      : unknownUser(account.id, view.organization, wish);
    texts.push(JSON.stringify(user));
  }
  return texts.join(',');
}

function isMadeOf(block: Block, accounts: readonly Account[], { organization }: OrganizationView): boolean {
  return (
    block.organization === organization &&
    block.accounts.length === accounts.length &&
    accounts.every((account, index) => account === block.accounts[index])
  );
}

function blockFor(
  view: OrganizationView,
  viewer: Viewer,
  accounts: readonly Account[],
  wish: PeopleWish,
): Buffer {
  const blocks = blocksIn(view);
  const { of, clientGravatar, hasProfile, hasActivity } = wish;
  const key = `${accounts[0]?.id} ${sightOf(viewer)} ${of} ${clientGravatar}${hasProfile}${hasActivity}`;
  const present = blocks.get(key);
  if (present && isMadeOf(present, accounts, view)) return present.json;
  const anybody = viewer && { id: 0, role: viewer.role };
  const json = sharedByAnswers(Buffer.from(joined(view, anybody, accounts, wish)));
  blocks.set(key, { accounts, organization: view.organization, json });
  return json;
}

/** Whether what a viewer sees of some accounts is seen by the others of their role too. */
function isShared(view: OrganizationView, viewer: Viewer, accounts: readonly Account[]): boolean {
  if (!viewer) return true;
  if (isLimitedGuest(view, viewer)) return false;
  const own = accounts.find(({ id }) => id === viewer.id);
  return !own || maySeeEmail({ id: 0, role: viewer.role }, own);
}

async function pieces(
  view: OrganizationView,
  viewer: Viewer,
  wish: PeopleWish,
  pace: Pace,
): Promise<JsonPiece[]> {
  const all = accountList(view);
  const result: JsonPiece[] = ['['];
  for (let from = 0; from < all.length; from += PEOPLE_PER_BLOCK) {
    const accounts = all.slice(from, from + PEOPLE_PER_BLOCK);
    const block = isShared(view, viewer, accounts)
      ? blockFor(view, viewer, accounts, wish)
      : sameForAllClients(Buffer.from(joined(view, viewer, accounts, wish)));
    if (block.length > 0) {
      if (result.length > 1) result.push(sharedComma);
      result.push(block);
    }
    await pace.step();
  }
  result.push(']');
  return result;
}

/** The people that a viewer (a visitor, when undefined) reads of, as a JSON list. `view` is one that stays. */
export function peopleJson(view: OrganizationView, viewer: Viewer, wish: PeopleWish): WrittenJson {
  return new WrittenJson((pace) => pieces(view, viewer, wish, pace));
}
