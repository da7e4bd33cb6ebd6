// The writer of a unit of work, and the state of an organization's log while a commit group runs. Positions are drawn
// and entries are collected in memory; entries are written at the end of the unit, the head of the log at the end of
// the group.

import { type LogEntry, type NewEvent, SEQUENCE_STEP } from '../api-contract/event.ts';
import { nowSeconds } from '../api-contract/time.ts';
import type { Secrets } from './column-secrets.ts';
import type { Connection } from './connection.ts';
import { databaseMilliseconds } from './postgres-clock.ts';
import { preparedRead, preparedWrite } from './prepared.ts';
import type { Engine, UnitActor, Writer } from './reader-writer.ts';
import type { CommittedEntries, Unit } from './unit.ts';

const readSequence = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('organization_sequence')
    .select(['sequence', 'log_bytes'])
    .where('organization_id', '=', p.organization),
);
const lockSequence = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('organization_sequence')
    .select(['sequence', 'log_bytes', databaseMilliseconds.as('now_ms')])
    .where('organization_id', '=', p.organization)
    .forUpdate(),
);
const updateSequence = preparedWrite<{ organization: number; sequence: number; bytes: number }>()((db, p) =>
  db
    .updateTable('organization_sequence')
    .set({ sequence: p.sequence, log_bytes: p.bytes })
    .where('organization_id', '=', p.organization),
);
const appendEntry = preparedWrite<{
  organization: number;
  sequence: number;
  entry: string;
  now: number;
  bytes: number;
}>()((db, p) =>
  db.insertInto('event').values({
    organization_id: p.organization,
    sequence: p.sequence,
    entry: p.entry,
    created_at: p.now,
    log_bytes: p.bytes,
  }),
);

/** The write transaction that units share. */
export interface UnitTarget {
  readonly engine: Engine;
  readonly transaction: Connection;
  readonly secrets: Secrets;
}

/** How far a commit group has advanced one organization's log. */
export class LogHead {
  sequence: number;
  /** The size of all entries that the log ever had. */
  bytes: number;
  readonly entries: LogEntry[] = [];
  /** The time in seconds for all units of the group; undefined: each unit takes the time when it begins. */
  readonly now: number | undefined;
  readonly #first: number;

  constructor({ sequence, bytes }: { readonly sequence: number; readonly bytes: number }, now?: number) {
    this.sequence = sequence;
    this.bytes = bytes;
    this.now = now;
    this.#first = sequence;
  }

  /** The entries that the group added to the log; undefined if it drew no position. */
  get committed(): CommittedEntries | undefined {
    if (this.sequence === this.#first) return undefined;
    return { from: this.#first, head: this.sequence, entries: this.entries };
  }
}

/** The log's head as of a transaction. On PostgreSQL, other servers that write for the organization then wait. */
export async function readLogHead(target: UnitTarget, organizationId: number): Promise<LogHead> {
  const { engine, secrets } = target;
  const { db, execute } = target.transaction;
  const reader = { engine, organizationId, db, execute, secrets };
  const values = { organization: organizationId };
  if (engine === 'sqlite') return new LogHead(headOf(await readSequence.first(reader, values)));
  const row = await lockSequence.first(reader, values);
  return new LogHead(headOf(row), row && Math.floor(row.now_ms / 1000));
}

function headOf(row: { readonly sequence: number; readonly log_bytes: number } | undefined) {
  return { sequence: row?.sequence ?? 0, bytes: row?.log_bytes ?? 0 };
}

/** The organization and actor of a unit. */
export interface UnitOwner {
  readonly organizationId: number;
  readonly actor?: UnitActor | undefined;
}

/** The writer of one unit, which also collects its entries and deferred work. */
export class UnitWriter implements Writer {
  readonly engine: Writer['engine'];
  readonly db: Writer['db'];
  readonly execute: Writer['execute'];
  readonly secrets: Secrets;
  readonly organizationId: number;
  readonly now: number;
  readonly actor: UnitActor | undefined;
  readonly emitted: LogEntry[] = [];
  readonly deferred: Unit<void>[] = [];
  readonly #position: LogHead;

  constructor(
    { engine, transaction, secrets }: UnitTarget,
    { organizationId, actor }: UnitOwner,
    position: LogHead,
  ) {
    this.engine = engine;
    this.secrets = secrets;
    this.db = transaction.db;
    this.execute = transaction.execute;
    this.organizationId = organizationId;
    this.actor = actor;
    this.#position = position;
    this.now = position.now ?? nowSeconds();
  }

  nextSequence(): number {
    this.#position.sequence += SEQUENCE_STEP;
    return this.#position.sequence;
  }

  emit(event: NewEvent, sequence = this.#sequenceFor(event.width ?? 1)): number {
    this.emitted.push({ ...event, sequence });
    return sequence;
  }

  atCommit(work: Unit<void>): void {
    this.deferred.push(work);
  }

  #sequenceFor(width: number): number {
    this.#position.sequence += Math.ceil((width - 1) / SEQUENCE_STEP) * SEQUENCE_STEP;
    return this.nextSequence();
  }

  /** Writes the entries that the unit emitted, in the order of the log. */
  async appendEmitted(): Promise<void> {
    // A position drawn early may have received its entry late, and the log must be written in order.
    this.emitted.sort((one, other) => one.sequence - other.sequence);
    const appends = this.emitted.map((emitted) => {
      const entry = JSON.stringify(emitted);
      this.#position.bytes += Buffer.byteLength(entry);
      const { sequence } = emitted;
      const { bytes } = this.#position;
      return appendEntry.all(this, {
        organization: this.organizationId,
        sequence,
        entry,
        now: this.now,
        bytes,
      });
    });
    await Promise.all(appends);
  }

  /** Writes the head of the log. */
  async updateSequence(): Promise<void> {
    const { sequence, bytes } = this.#position;
    await updateSequence.all(this, { organization: this.organizationId, sequence, bytes });
  }
}
