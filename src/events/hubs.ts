// All organizations of this server, each loaded when it is first asked for.

import type { ParleyDatabase } from '../storage/database.ts';
import type { HubOptions } from './hub-options.ts';
import { OrganizationHub } from './organization-hub.ts';

const KEEP_POSITIONS_MS = 10_000;
const KEEP_PRESENCE_MS = 5_000;
const SWEEP_MS = 60_000;
/** How often a server looks for what others committed, should their signals be lost. */
const CATCH_UP_MS = 5_000;

export class Hubs {
  readonly #database: ParleyDatabase;
  readonly #options: HubOptions;
  readonly #hubs = new Map<number, Promise<OrganizationHub>>();
  readonly #timers: NodeJS.Timeout[] = [];

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
      void hubs.#hubs
        .get(organizationId)
        ?.then((hub) => hub.catchUp())
        .catch(() => undefined);
    });
    hubs.#every(KEEP_POSITIONS_MS, (hub) => hub.keepPositions());
    hubs.#every(KEEP_PRESENCE_MS, (hub) => hub.keepPresence());
    hubs.#every(SWEEP_MS, (hub) => hub.sweep());
    if (database.engine === 'postgres') hubs.#every(CATCH_UP_MS, (hub) => hub.catchUp());
    return hubs;
  }

  #every(milliseconds: number, work: (hub: OrganizationHub) => Promise<void>): void {
    const timer = setInterval(() => {
      for (const hub of this.#hubs.values()) void hub.then(work).catch(() => undefined);
    }, milliseconds);
    timer.unref();
    this.#timers.push(timer);
  }

  /** The organization with an id, which must exist. */
  get(organizationId: number): Promise<OrganizationHub> {
    const present = this.#hubs.get(organizationId);
    if (present) return present;
    const loading = OrganizationHub.load(this.#database, organizationId, this.#options);
    loading.catch(() => this.#hubs.delete(organizationId));
    this.#hubs.set(organizationId, loading);
    return loading;
  }

  /** The organizations that were asked for so far. */
  async loaded(): Promise<OrganizationHub[]> {
    return Promise.all(this.#hubs.values());
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
      await hub.keepPositions().catch(() => undefined);
      await hub.keepPresence().catch(() => undefined);
    }
  }

  async #present(): Promise<OrganizationHub[]> {
    const loads = await Promise.allSettled(this.#hubs.values());
    return loads.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : []));
  }
}
