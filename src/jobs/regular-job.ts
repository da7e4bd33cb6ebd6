// Work that is done regularly, whatever happens in between.

import type { Job } from './job.ts';

/** A starting server is busy with other work. */
const FIRST_AFTER_SECONDS = 60;

export class RegularJob implements Job {
  readonly name: string;
  readonly pollSeconds: number;
  readonly #work: (signal: AbortSignal) => Promise<void>;
  #nextAt: number | undefined;

  constructor(name: string, everySeconds: number, work: (signal: AbortSignal) => Promise<void>) {
    this.name = name;
    this.pollSeconds = everySeconds;
    this.#work = work;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    this.#nextAt ??= now + FIRST_AFTER_SECONDS;
    if (now < this.#nextAt) return;
    this.#nextAt = now + this.pollSeconds;
    await this.#work(signal);
  }

  async next(): Promise<number | undefined> {
    return this.#nextAt;
  }

  wakeOn(): undefined {
    return undefined;
  }
}
