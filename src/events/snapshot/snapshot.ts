// The snapshot that POST /register returns: every wanted section, all at one place in the log, and that place.
// Events after it make up everything that happens later, so there is no gap to patch.

import type { Account } from '../../model/accounts/account.ts';
import { OrganizationState } from '../../model/state/organization-state.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Reader } from '../../storage/session.ts';
import type { OrganizationHub } from '../organization-hub.ts';
import type { Fields, SnapshotRequest, SnapshotSection } from './section.ts';
import { sections } from './sections.ts';

export interface Snapshot {
  /** The place in the log at which all fields hold. */
  readonly sequence: number;
  readonly fields: Fields;
}

/** How often a busy server tries to find memory and database at the same place before it reads all afresh. */
const TRIES = 20;

export type SnapshotWish = Omit<SnapshotRequest, 'state' | 'subscriptions'>;

/** Takes the snapshot for one client. */
export async function takeSnapshot(
  database: ParleyDatabase,
  hub: OrganizationHub,
  wish: SnapshotWish,
): Promise<Snapshot> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (wish.account) await prepareState(hub.state, hub.reader, wish.account);
    const snapshot = await database.snapshot(hub.id, async (reader) => {
      const sequence = await database.sequence(reader);
      const isReady = hub.state.sequence === sequence && isPrepared(hub.state, wish.account);
      return isReady ? collect(wish, hub.state, reader, sequence) : undefined;
    });
    if (snapshot) return snapshot;
    await hub.settled();
    if (database.engine === 'postgres') await hub.catchUp();
    else await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return database.snapshot(hub.id, async (reader) => {
    const sequence = await database.sequence(reader);
    const state = await OrganizationState.load(reader, sequence);
    if (wish.account) await prepareState(state, reader, wish.account);
    return collect(wish, state, reader, sequence);
  });
}

/** What the state reads only for those who are there. */
async function prepareState(state: OrganizationState, reader: Reader, account: Account): Promise<void> {
  await state.subscriptions(reader, account.id);
  await state.watchGuest(reader, account);
}

/** What is held is bounded: others may have taken its place in the meantime. */
function isPrepared(state: OrganizationState, account: Account | undefined): boolean {
  return !account || state.subscriptionsInMemory(account.id) !== undefined;
}

async function collect(
  wish: SnapshotWish,
  state: OrganizationState,
  reader: Reader,
  sequence: number,
): Promise<Snapshot> {
  const subscriptions = (wish.account && state.subscriptionsInMemory(wish.account.id)) ?? new Map();
  const request: SnapshotRequest = {
    ...wish,
    wants: wish.wants,
    wantsByName: wish.wantsByName,
    // The account as of this place, should it have changed since the request was authorized.
    account: wish.account && state.account(wish.account.id),
    state,
    subscriptions,
  };
  const wanted = sections.filter((section) => isWanted(section, request));
  const fields: Record<string, unknown> = {};
  for (const section of wanted) Object.assign(fields, section.fromMemory?.(request));
  for (const section of wanted) Object.assign(fields, await section.fromTables?.(request, reader));
  return { sequence, fields };
}

function isWanted(section: SnapshotSection, request: SnapshotRequest): boolean {
  return section.gates.length === 0 || section.gates.some((gate) => request.wants(gate));
}
