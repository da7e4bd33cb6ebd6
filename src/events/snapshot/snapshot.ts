// The snapshot that POST /register returns: all requested sections as of one log position, and that position.
// Everything later follows as events, so there is no gap.

import { Yielder } from '../../api-contract/yielding.ts';
import { combiningReader } from '../../storage/combining-reader.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { subscriptionPeriods } from '../../stores/subscriptions/period-store.ts';
import type { OrganizationHub } from '../organization-hub.ts';
import type { StateAtPosition } from '../shared-position.ts';
import type { Fields, SnapshotRequest, SnapshotSection } from './section.ts';
import { sections } from './sections.ts';

export interface Snapshot {
  /** The log position of all fields. */
  readonly sequence: number;
  readonly fields: Fields;
}

export type SnapshotParameters = Omit<SnapshotRequest, 'state' | 'subscriptions'>;

/** Takes the snapshot for one client. */
export function takeSnapshot(hub: OrganizationHub, parameters: SnapshotParameters): Promise<Snapshot> {
  return hub.atPosition(async (position) => collect(await requestAt(hub, position, parameters), position));
}

/** The request, with everything as of the position. */
async function requestAt(
  { state }: OrganizationHub,
  { view, reader }: StateAtPosition,
  parameters: SnapshotParameters,
): Promise<SnapshotRequest> {
  const account = parameters.account && view.account(parameters.account.id);
  const isStillCurrent = state.sequence === view.sequence;
  const cached = account && isStillCurrent ? state.subscriptionsInMemory(account.id) : undefined;
  return {
    ...parameters,
    wants: parameters.wants,
    wantsByName: parameters.wantsByName,
    account,
    state: view,
    subscriptions: cached ?? (account ? await subscriptionPeriods(reader, account.id) : new Map()),
  };
}

async function collect(request: SnapshotRequest, position: StateAtPosition): Promise<Snapshot> {
  const requested = sections.filter((section) => isRequested(section, request));
  const { view, reader } = position;
  const read = await readTogether(requested, request, combiningReader(reader));
  const fields: Record<string, unknown> = {};
  const yielder = new Yielder();
  for (const [at, section] of requested.entries()) {
    Object.assign(fields, section.fromMemory?.(request), read[at]);
    await yielder.yieldIfDue();
  }
  return { sequence: view.sequence, fields };
}

/** The results of sections whose queries begin together, so that most of them are sent together. */
async function readTogether(
  requested: readonly SnapshotSection[],
  request: SnapshotRequest,
  reader: Reader,
): Promise<readonly (Fields | undefined)[]> {
  const reading = requested.map((section) => section.fromDatabase?.(request, reader));
  // No query may run after the position is released.
  await Promise.allSettled(reading);
  return Promise.all(reading);
}

function isRequested(section: SnapshotSection, request: SnapshotRequest): boolean {
  return section.gates.length === 0 || section.gates.some((gate) => request.wants(gate));
}
