// When people do not want to be notified, as a JSON object by their ids: of others who are or will be quiet, and of the viewer.
// The part that all viewers see alike is cached in blocks of accounts. A block is made again when an account in it changes in
// memory, as it does with every change of a person's state.

import { type JsonPiece, JsonWriter, sharedByAnswers, sharedComma } from '../../api-contract/written-json.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import type { Account } from '../../model/accounts/account.ts';
import { asOf, isShownToOthers, wireDoNotDisturb } from '../../model/do-not-disturb/do-not-disturb.ts';
import { isLimitedGuest, maySeeAccount } from '../../model/people/account-visibility.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readDoNotDisturb, readDoNotDisturbOf } from '../../stores/do-not-disturb/do-not-disturb-store.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { accountsInBlocks, preparedBlock, storeBlock } from './people-blocks.ts';

const KIND = 'do not disturb';

interface SerializedStates {
  readonly json: string;
  /** When the first of the pauses in it ends, in seconds since 1970. */
  readonly until: number;
}

/** The states of those accounts that are or will be quiet, as fields of an object. */
async function statesOf(
  reader: Reader,
  accounts: readonly Account[],
  now: number,
): Promise<SerializedStates> {
  const active = accounts.filter(({ isActive }) => isActive);
  const storedStates = await readDoNotDisturbOf(
    reader,
    active.map(({ id }) => id),
  );
  const texts: string[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const account of active) {
    const state = storedStates.get(account.id);
    if (!state || !isShownToOthers(state, now)) continue;
    if (state.pausedUntil > now) until = Math.min(until, state.pausedUntil);
    texts.push(`"${account.id}":${JSON.stringify(wireDoNotDisturb(account, asOf(state, now)))}`);
  }
  return { json: texts.join(), until };
}

async function blockOf(
  view: OrganizationView,
  reader: Reader,
  accounts: readonly Account[],
  now: number,
): Promise<Buffer> {
  const cached = preparedBlock(view, accounts, KIND, now);
  if (cached) return cached.json;
  const { json, until } = await statesOf(reader, accounts, now);
  const block = sharedByAnswers(Buffer.from(json));
  storeBlock(view, accounts, KIND, { json: block, until });
  return block;
}

/**
 * What a viewer learns. `view` is immutable, and `reader` is at the same log position.
 * @param now seconds since 1970
 */
export async function doNotDisturbJson(
  view: OrganizationView,
  viewer: Account,
  reader: Reader,
  now: number,
): Promise<JsonWriter> {
  const own = asOf(await readDoNotDisturb(reader, viewer.id), now);
  const ownFields = { ...wireDoNotDisturb(viewer, own), allowed_senders: own.allowedSenders };
  const pieces: JsonPiece[] = [`{"${viewer.id}":${JSON.stringify(ownFields)}`];
  const isLimited = isLimitedGuest(view, viewer);
  const yielder = new Yielder();
  for (const accounts of accountsInBlocks(view)) {
    await yielder.yieldIfDue();
    const isShared = !isLimited && !accounts.some(({ id }) => id === viewer.id);
    if (isShared) {
      const block = await blockOf(view, reader, accounts, now);
      if (block.length > 0) pieces.push(sharedComma, block);
      continue;
    }
    const others = accounts.filter((one) => one.id !== viewer.id && maySeeAccount(view, viewer, one));
    const { json } = await statesOf(reader, others, now);
    if (json !== '') pieces.push(sharedComma, json);
  }
  pieces.push('}');
  return new JsonWriter(async () => pieces);
}
