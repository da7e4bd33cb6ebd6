// A job that is loaded when there is something for it the first time, so that a server on which nobody wants it carries none
// of it.

import type { LogEntry } from '../../api-contract/event.ts';

/** What of a job is passed on. */
interface Work {
  run(now: number, signal: AbortSignal): Promise<void>;
  next(now: number): Promise<number | undefined>;
  broughtBy(entry: LogEntry, organizationId: number): number | undefined;
}

export interface Need {
  readonly name: string;
  /** Whether there is something for it. */
  isThere(): Promise<boolean>;
  /** Whether an entry of the log says so. */
  comesWith(entry: LogEntry): boolean;
  load(): Promise<Work>;
}

/** How often it is looked for what other servers did. */
const LOOK_SECONDS = 15;

export class WhenNeeded {
  readonly name: string;
  readonly lookEverySeconds = LOOK_SECONDS;
  readonly #need: Need;
  #work: Work | undefined;

  constructor(need: Need) {
    this.name = need.name;
    this.#need = need;
  }

  async next(now: number): Promise<number | undefined> {
    return this.#work?.next(now);
  }

  broughtBy(entry: LogEntry, organizationId: number): number | undefined {
    if (this.#work) return this.#work.broughtBy(entry, organizationId);
    return this.#need.comesWith(entry) ? 0 : undefined;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    if (!this.#work && (await this.#need.isThere())) this.#work = await this.#need.load();
    await this.#work?.run(now, signal);
  }
}
