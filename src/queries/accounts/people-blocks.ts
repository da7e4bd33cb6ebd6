// Prepared JSON about people, in blocks that are shared by all viewers who may see the same. A block is valid as long as its
// accounts are the same objects, since accounts in memory are replaced, never changed.

import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { LruMap } from '../state/lru-map.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { accountList } from './account-list.ts';

/** People whose JSON is made in one turn of the event loop, and again when one of them changes. */
const PEOPLE_PER_BLOCK = 250;
/** The memory of a block besides its bytes. */
const BLOCK_OVERHEAD = 2500;

/** Prepared JSON of some people. */
export interface PreparedBlock {
  readonly json: Buffer;
  /** For each account, the offsets in `json` where its part begins and ends; equal if it has none. */
  readonly offsets?: Uint32Array;
}

interface Block extends PreparedBlock {
  readonly accounts: readonly Account[];
  readonly organization: Organization;
  /** When it is no longer valid, in seconds since 1970; infinite for most. */
  readonly until: number;
}

const blocksOf = new WeakMap<object, LruMap<string, Block>>();

function blocksIn({ origin }: OrganizationView): LruMap<string, Block> {
  const existing = blocksOf.get(origin);
  if (existing) return existing;
  const blocks = new LruMap<string, Block>(limits.preparedPeopleBytes, {
    weightOf: ({ json, offsets }) => json.length + (offsets?.byteLength ?? 0) + BLOCK_OVERHEAD,
  });
  blocksOf.set(origin, blocks);
  return blocks;
}

/** All accounts of a view, in the parts that blocks are made of. */
export function* accountsInBlocks(view: OrganizationView): Generator<readonly Account[], void, void> {
  const all = accountList(view);
  for (let from = 0; from < all.length; from += PEOPLE_PER_BLOCK)
    yield all.slice(from, from + PEOPLE_PER_BLOCK);
}

function isMadeOf(block: Block, accounts: readonly Account[], { organization }: OrganizationView): boolean {
  return (
    block.organization === organization &&
    block.accounts.length === accounts.length &&
    accounts.every((account, index) => account === block.accounts[index])
  );
}

/**
 * A block that is still valid; undefined if it must be made.
 * @param kind identifies which fields of its people it contains
 * @param now seconds since 1970
 */
export function preparedBlock(
  view: OrganizationView,
  accounts: readonly Account[],
  kind: string,
  now = 0,
): PreparedBlock | undefined {
  const cached = blocksIn(view).get(`${accounts[0]?.id} ${kind}`);
  return cached && now < cached.until && isMadeOf(cached, accounts, view) ? cached : undefined;
}

/** Stores a block for later answers. */
export function storeBlock(
  view: OrganizationView,
  accounts: readonly Account[],
  kind: string,
  { until = Number.POSITIVE_INFINITY, ...block }: PreparedBlock & { readonly until?: number },
): void {
  const { organization } = view;
  blocksIn(view).set(`${accounts[0]?.id} ${kind}`, { accounts, organization, until, ...block });
}
