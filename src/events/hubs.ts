// All organizations of this server, each loaded when it is first asked for.

import { limits } from '../api-contract/limits.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { HubOptions } from './hub-options.ts';
import { OrganizationHub } from './organization-hub.ts';

/** How often what is held in memory of queues and presence is written. */
const KEEP_POSITIONS_MILLISECONDS = 10_000;
const KEEP_PRESENCE_MILLISECONDS = 5_000;
/** How often idle queues end and the log is cut. */
const SWEEP_MILLISECONDS = 60_000;
/** How often a server looks for what commands, or other servers whose signals were lost, committed. */
const CATCH_UP_MILLISECONDS = 5_000;

/** How often organizations that nobody uses are looked for. */
const RELEASE_MILLISECONDS = 60_000;

/** The hubs of this server. */
export class Hubs {
  readonly #database: ParleyDatabase;
  readonly #options: HubOptions;
  readonly #hubs = new Map<number, Promise<OrganizationHub>>();
  /** When each was asked for last; the one asked for least recently first. */
  readonly #usedAt = new Map<number, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Upkeep that failed the last time. */
  readonly #failing = new Set<string>();

  private constructor(database: ParleyDatabase, options: HubOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Connects the hubs to the database: what is committed, here or elsewhere, reaches them. */
  static async start(database: ParleyDatabase, options: HubOptions): Promise<Hubs> {
    const hubs = new Hubs(database, options);
    database.onCommit(async (organizationId, committed) => {
      const hub = await hubs.#hubs.get(organizationId);
      await hub?.take(committed);
    });
    database.onDoubt(async (organizationIds) => {
      for (const id of organizationIds) await (await hubs.#hubs.get(id))?.catchUp();
    });
    await database.listen((organizationId) => {
      const hub = hubs.#hubs.get(organizationId);
      if (hub)
        void hubs.#attempt(
          'reading what another server committed',
          hub.then((one) => one.catchUp()),
        );
    });
    hubs.#every(KEEP_POSITIONS_MILLISECONDS, 'keeping the places of queues', (hub) => hub.keepPositions());
    hubs.#every(KEEP_PRESENCE_MILLISECONDS, 'keeping who is there', (hub) => hub.keepPresence());
    hubs.#every(SWEEP_MILLISECONDS, 'ending idle queues', (hub) => hub.sweep());
    hubs.#every(CATCH_UP_MILLISECONDS, 'looking for what others committed', (hub) => hub.catchUp());
    hubs.#repeat(RELEASE_MILLISECONDS, () =>
      hubs.#attempt('letting go of idle organizations', hubs.releaseIdle()),
    );
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

  /** Upkeep that failed is tried again by itself. It is told once, until it succeeds. */
  async #attempt(name: string, work: Promise<unknown>): Promise<void> {
    try {
      await work;
      this.#failing.delete(name);
    } catch (error) {
      if (!this.#failing.has(name)) this.#options.upkeepFailed?.(name, error);
      this.#failing.add(name);
    }
  }

  /**
   * The organization with an id, which must exist, as far as its log goes by now: what other servers committed is taken in
   * before anything is decided by it. There is no other way to one.
   */
  async upToDate(organizationId: number): Promise<OrganizationHub> {
    const hub = await this.#held(organizationId);
    // The embedded database has one server, whose hubs take in what it commits.
    if (this.#database.engine === 'postgres') await hub.catchUp();
    return hub;
  }

  #held(organizationId: number): Promise<OrganizationHub> {
    this.#usedAt.delete(organizationId);
    this.#usedAt.set(organizationId, performance.now());
    const present = this.#hubs.get(organizationId);
    if (present) return present;
    const loading = OrganizationHub.load(this.#database, organizationId, this.#options);
    loading.catch(() => {
      this.#hubs.delete(organizationId);
      this.#usedAt.delete(organizationId);
    });
    this.#hubs.set(organizationId, loading);
    return loading;
  }

  /**
   * Lets go of the organizations that nobody used for long, and of those used least recently where there are very many.
   * One that has queues or waiting polls stays. Whoever still holds one may read it: it only learns nothing more.
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
    await hub.settled();
    await hub.keepPositions();
    await hub.keepPresence();
    // From here on nothing waits: whoever asks next loads it anew.
    if (this.#usedAt.get(id) !== usedAt || !hub.isQuiet) return false;
    this.#hubs.delete(id);
    this.#usedAt.delete(id);
    hub.endPolls();
    return true;
  }

  /** Lets go of an organization that is no more: nothing is kept of it, and its waiting polls are answered. */
  async forget(organizationId: number): Promise<void> {
    const held = this.#hubs.get(organizationId);
    this.#hubs.delete(organizationId);
    this.#usedAt.delete(organizationId);
    const [hub] = await Promise.allSettled(held ? [held] : []);
    if (hub?.status === 'fulfilled') hub.value.endPolls();
  }

  /** The organizations that are in memory now, to be counted: nothing is decided by them, and none is waited for. */
  async loaded(): Promise<OrganizationHub[]> {
    const loads = await Promise.allSettled(
      [...this.#hubs.values()].map((hub) => Promise.race([hub, undefined])),
    );
    return loads.flatMap((load) => (load.status === 'fulfilled' && load.value ? [load.value] : []));
  }

  /** Answers waiting polls; no new one waits from now on. */
  async endPolls(): Promise<void> {
    for (const hub of await this.#present()) hub.endPolls();
  }

  /** Stores what is known of the queues and who is there. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const hub of await this.#present()) {
      hub.endPolls();
      // Both are kept every few seconds anyway: a queue goes on from what its client acknowledges, and people say again
      // that they are there.
      await hub.keepPositions().catch(() => undefined);
      await hub.keepPresence().catch(() => undefined);
    }
  }

  async #present(): Promise<OrganizationHub[]> {
    const loads = await Promise.allSettled(this.#hubs.values());
    return loads.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : []));
  }
}
