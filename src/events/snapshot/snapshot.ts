// The snapshot that POST /register returns: every wanted section, all at one place in the log, and that place.
// Events after it make up everything that happens later, so there is no gap to patch.

import { Pace } from '../../api-contract/yielding.ts';
import type { Reader } from '../../storage/session.ts';
import { subscriptionPeriods } from '../../stores/subscriptions/period-store.ts';
import type { OrganizationHub } from '../organization-hub.ts';
import type { Place } from '../shared-place.ts';
import type { Fields, SnapshotRequest, SnapshotSection } from './section.ts';
import { sections } from './sections.ts';

export interface Snapshot {
  /** The place in the log at which all fields hold. */
  readonly sequence: number;
  readonly fields: Fields;
}

export type SnapshotWish = Omit<SnapshotRequest, 'state' | 'subscriptions'>;

/** Takes the snapshot for one client. */
export function takeSnapshot(hub: OrganizationHub, wish: SnapshotWish): Promise<Snapshot> {
  return hub.atPlace(async (place) => collect(await requestAt(hub, place, wish), place));
}

/** The wish, with everything as of the place. */
async function requestAt(
  { state }: OrganizationHub,
  { view, reader }: Place,
  wish: SnapshotWish,
): Promise<SnapshotRequest> {
  const account = wish.account && view.account(wish.account.id);
  const isStillThere = state.sequence === view.sequence;
  const held = account && isStillThere ? state.subscriptionsInMemory(account.id) : undefined;
  return {
    ...wish,
    wants: wish.wants,
    wantsByName: wish.wantsByName,
    account,
    state: view,
    subscriptions: held ?? (account ? await subscriptionPeriods(reader, account.id) : new Map()),
  };
}

async function collect(request: SnapshotRequest, place: Place): Promise<Snapshot> {
  const wanted = sections.filter((section) => isWanted(section, request));
  const { view, reader } = place;
  const read = reader.engine === 'postgres' ? await readTogether(wanted, request, reader) : undefined;
  const fields: Record<string, unknown> = {};
  const pace = new Pace();
  for (const section of wanted) {
    const tables = read ? read.get(section) : await section.fromTables?.(request, reader);
    Object.assign(fields, section.fromMemory?.(request), tables);
    await pace.step();
  }
  return { sequence: view.sequence, fields };
}

/** What sections read, each going on while the others wait for the database: most of what they ask goes out together. */
async function readTogether(
  wanted: readonly SnapshotSection[],
  request: SnapshotRequest,
  reader: Reader,
): Promise<ReadonlyMap<SnapshotSection, Fields | undefined>> {
  const reading = wanted.map(
    async (section) => [section, await section.fromTables?.(request, reader)] as const,
  );
  // None goes on after the place was given back.
  await Promise.allSettled(reading);
  return new Map(await Promise.all(reading));
}

function isWanted(section: SnapshotSection, request: SnapshotRequest): boolean {
  return section.gates.length === 0 || section.gates.some((gate) => request.wants(gate));
}
