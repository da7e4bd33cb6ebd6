// Regularly checks a directory for people who were removed.

import type { DirectorySync } from '../model/sign-in/sign-in-configuration.ts';
import type { Job } from './job.ts';

/** A starting server is busy with other work. */
const FIRST_AFTER_SECONDS = 60;

export class DirectorySyncJob implements Job {
  readonly name: string;
  readonly pollSeconds: number;
  readonly #sync: (signal: AbortSignal) => Promise<void>;
  #nextAt: number | undefined;

  /** @param sync synchronizes once, and logs failures of an organization itself */
  constructor(
    id: string,
    { everySeconds }: Pick<DirectorySync, 'everySeconds'>,
    sync: (signal: AbortSignal) => Promise<void>,
  ) {
    this.name = `directory sync ${id}`;
    this.pollSeconds = everySeconds;
    this.#sync = sync;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    this.#nextAt ??= now + FIRST_AFTER_SECONDS;
    if (now < this.#nextAt) return;
    this.#nextAt = now + this.pollSeconds;
    await this.#sync(signal);
  }

  async next(): Promise<number | undefined> {
    return this.#nextAt;
  }

  wakeOn(): undefined {
    return undefined;
  }
}
