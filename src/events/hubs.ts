// All organizations of this server, each loaded on first use.

import { Durations } from '../api-contract/durations.ts';
import { limits } from '../api-contract/limits.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { renewCallParticipants } from './call-participants.ts';
import type { HubOptions } from './hub-options.ts';
import { OrganizationHub } from './organization-hub.ts';

/** How often queue positions and presence in memory are stored. */
const STORE_POSITIONS_MILLISECONDS = 10_000;
const STORE_PRESENCE_MILLISECONDS = 5_000;
/** How often idle queues end and the log is cut. */
const SWEEP_MILLISECONDS = 60_000;
/** How often a server looks for commits of commands, and of other servers whose notifications were lost. */
const CATCH_UP_MILLISECONDS = 5_000;

/** How often unused organizations are released. */
const RELEASE_MILLISECONDS = 60_000;

/** Upper bounds of delivery times in seconds; the objective is one second. */
const DELIVERY_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export class Hubs {
  /** How old the messages were that waiting polls received. */
  readonly deliveries = new Durations(DELIVERY_BOUNDS);
  readonly #database: ParleyDatabase;
  readonly #options: HubOptions;
  readonly #hubs = new Map<number, Promise<OrganizationHub>>();
  /** When each was last used, least recently used first. */
  readonly #usedAt = new Map<number, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Maintenance that failed in its last run. */
  readonly #failing = new Set<string>();

  private constructor(database: ParleyDatabase, options: HubOptions) {
    this.#database = database;
    this.#options = { ...options, onDelivered: (seconds) => this.deliveries.add(seconds) };
  }

  /** Connects the hubs to the database, so that commits of this server and others reach them. */
  static async start(database: ParleyDatabase, options: HubOptions): Promise<Hubs> {
    const hubs = new Hubs(database, options);
    database.onCommit(async (organizationId, committed) => {
      const hub = await hubs.#hubs.get(organizationId);
      await hub?.apply(committed);
    });
    database.onUnknownOutcome(async (organizationIds) => {
      for (const id of organizationIds) await (await hubs.#hubs.get(id))?.catchUp();
    });
    await database.listen((organizationId) => {
      const hub = hubs.#hubs.get(organizationId);
      if (hub)
        void hubs.#attempt(
          'read commits of another server',
          hub.then((organizationHub) => organizationHub.catchUp()),
        );
    });
    hubs.#every(STORE_POSITIONS_MILLISECONDS, 'save queue positions', (hub) => hub.storePositions());
    hubs.#every(STORE_PRESENCE_MILLISECONDS, 'save presence', (hub) => hub.storePresence());
    hubs.#repeat(limits.participantRenewalSeconds * 1000, () =>
      hubs.#attempt('renew participants of calls', renewCallParticipants(database, hubs)),
    );
    hubs.#every(SWEEP_MILLISECONDS, 'end idle queues', (hub) => hub.sweep());
    hubs.#every(CATCH_UP_MILLISECONDS, 'check for commits of other servers', (hub) => hub.catchUp());
    hubs.#repeat(RELEASE_MILLISECONDS, () => hubs.#attempt('release idle organizations', hubs.releaseIdle()));
    return hubs;
  }

  #every(milliseconds: number, name: string, work: (hub: OrganizationHub) => Promise<void>): void {
    this.#repeat(milliseconds, () =>
      this.#attempt(name, Promise.all([...this.#hubs.values()].map((hub) => hub.then(work)))),
    );
  }

  #repeat(milliseconds: number, work: () => Promise<void>): void {
    const timer = setInterval(() => void work(), milliseconds);
    timer.unref();
    this.#timers.push(timer);
  }

  /** Failed maintenance is retried in its next run. It is reported once, until it succeeds. */
  async #attempt(name: string, work: Promise<unknown>): Promise<void> {
    try {
      await work;
      this.#failing.delete(name);
    } catch (error) {
      if (!this.#failing.has(name)) this.#options.onMaintenanceError?.(name, error);
      this.#failing.add(name);
    }
  }

  /**
   * The hub of an organization, which must exist, up to date with its log: commits of other servers are
   * applied before it is used. This is the only way to get a hub.
   */
  async upToDate(organizationId: number): Promise<OrganizationHub> {
    const hub = await this.#hubOf(organizationId);
    // SQLite has one server, whose hubs apply its commits.
    if (this.#database.engine === 'postgres') await hub.catchUp();
    return hub;
  }

  #hubOf(organizationId: number): Promise<OrganizationHub> {
    this.#usedAt.delete(organizationId);
    this.#usedAt.set(organizationId, performance.now());
    const existing = this.#hubs.get(organizationId);
    if (existing) return existing;
    const loading = OrganizationHub.load(this.#database, organizationId, this.#options);
    loading.catch(() => {
      this.#hubs.delete(organizationId);
      this.#usedAt.delete(organizationId);
    });
    this.#hubs.set(organizationId, loading);
    return loading;
  }

  /**
   * Releases organizations that were not used for long and, beyond the limit, the least recently used ones.
   * Those with queues or waiting polls stay. A released hub can still be read, but gets no more updates.
   * @param now milliseconds since the process began
   */
  async releaseIdle(now = performance.now()): Promise<void> {
    let surplus = this.#hubs.size - limits.organizationsInMemory;
    for (const [id, usedAt] of [...this.#usedAt]) {
      const idleSeconds = surplus > 0 ? limits.organizationIdleSecondsOfMany : limits.organizationIdleSeconds;
      if (now - usedAt < idleSeconds * 1000) return;
      if (await this.#release(id, usedAt)) surplus--;
    }
  }

  async #release(id: number, usedAt: number): Promise<boolean> {
    const hub = await this.#hubs.get(id);
    if (!hub?.isQuiet) return false;
    await hub.whenSettled();
    await hub.storePositions();
    await hub.storePresence();
    // Nothing below awaits: the next use loads it again.
    if (this.#usedAt.get(id) !== usedAt || !hub.isQuiet) return false;
    this.#hubs.delete(id);
    this.#usedAt.delete(id);
    hub.endPolls();
    return true;
  }

  /** Drops an organization that was deleted, and answers its waiting polls. */
  async forget(organizationId: number): Promise<void> {
    const loading = this.#hubs.get(organizationId);
    this.#hubs.delete(organizationId);
    this.#usedAt.delete(organizationId);
    const [hub] = await Promise.allSettled(loading ? [loading] : []);
    if (hub?.status === 'fulfilled') hub.value.endPolls();
  }

  /** The organizations in memory, for counting only: they may be outdated, and loading ones are skipped. */
  async loadedHubs(): Promise<OrganizationHub[]> {
    const loads = await Promise.allSettled(
      [...this.#hubs.values()].map((hub) => Promise.race([hub, undefined])),
    );
    return loads.flatMap((load) => (load.status === 'fulfilled' && load.value ? [load.value] : []));
  }

  /** Answers waiting polls; from now on no poll waits. */
  async endPolls(): Promise<void> {
    for (const hub of await this.#loadedHubs()) hub.endPolls();
  }

  /** Stores queue positions and presence. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const hub of await this.#loadedHubs()) {
      hub.endPolls();
      // Both are stored every few seconds anyway: a queue continues from what its client acknowledges, and
      // clients report presence again.
      await hub.storePositions().catch(() => undefined);
      await hub.storePresence().catch(() => undefined);
    }
  }

  async #loadedHubs(): Promise<OrganizationHub[]> {
    const loads = await Promise.allSettled(this.#hubs.values());
    return loads.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : []));
  }
}
