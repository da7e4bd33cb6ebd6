// Uploads that no message came to link are given up after some weeks, and those that never became complete after a
// day; and files that were given up, for whatever reason, are removed from where they were kept.

import {
  FILE_REMOVAL,
  forgetFileRemovals,
  type QueuedFileRemoval,
  queuedFileRemovals,
} from '../actions/files/unreferenced-files.ts';
import { giveUpUnclaimed } from '../actions/uploads/unclaimed.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import { DAY } from '../api-contract/time.ts';
import { ARRIVING, RESUMABLE, removeAbandoned } from '../files/arriving.ts';
import type { FileStore } from '../files/file-store.ts';
import { areFilesHeld } from '../stores/job-marks/held-files.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';
import { unclaimedBefore } from '../stores/uploads/unclaimed-store.ts';
import type { Job, JobServices } from './job.ts';

const EVERY_SECONDS = 3600;
const HOUR = 3600;
const BATCH = 100;
/** A store that fails so often is not there at all; the rest waits for the next time. */
const MAX_FAILURES = 10;

export interface UploadJobServices extends JobServices {
  readonly dataDirectory: string;
  readonly fileStore: FileStore;
}

export class UploadFilesJob implements Job {
  readonly name = 'upload-files';
  readonly lookEverySeconds = EVERY_SECONDS;
  readonly #services: UploadJobServices;

  constructor(services: UploadJobServices) {
    this.#services = services;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database, dataDirectory } = this.#services;
    const before = Math.floor(now) - limits.unclaimedUploadDays * DAY;
    for (const row of await allOrganizationRows(database.reader(0))) {
      // Nothing of a closed organization is lost.
      if (row.is_deactivated === 1) continue;
      const [any] = await unclaimedBefore(database.reader(row.id), before, 0, 1);
      let after = any ? 0 : undefined;
      while (after !== undefined && !signal.aborted) {
        const from: number = after;
        after = await database.write(row.id, (writer) => giveUpUnclaimed(writer, before, from, BATCH));
      }
    }
    await removeAbandoned(dataDirectory, ARRIVING, now - limits.abandonedFileHours * HOUR);
    await removeAbandoned(dataDirectory, RESUMABLE, now - limits.unfinishedUploadHours * HOUR);
    await this.#removeDoomed(now, signal);
  }

  async next(now: number): Promise<number> {
    return now + EVERY_SECONDS;
  }

  broughtBy(entry: LogEntry): number | undefined {
    return entry.type === FILE_REMOVAL ? 0 : undefined;
  }

  async #removeDoomed(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const failures: unknown[] = [];
    let after = 0;
    while (!signal.aborted && failures.length < MAX_FAILURES) {
      const doomed = await queuedFileRemovals(database.reader(0), after, BATCH);
      if (doomed.length === 0) break;
      // A backup copies the files of rows that it reads after it has said so. Asked only now: what it reads names none of these.
      if (await areFilesHeld(database.reader(0), now)) break;
      after = doomed.at(-1)?.id ?? after;
      for (const [organizationId, files] of Map.groupBy(doomed, (file) => file.organization_id)) {
        const ids = await this.#removed(files, failures);
        if (ids.length > 0) await database.write(organizationId, (writer) => forgetFileRemovals(writer, ids));
      }
    }
    // Only now: a file that cannot be removed keeps none of the others.
    if (failures.length > 0) throw failures[0];
  }

  /** Removes files, and gives the ids of those that are gone. */
  async #removed(files: readonly QueuedFileRemoval[], failures: unknown[]): Promise<number[]> {
    const ids: number[] = [];
    for (const { id, path } of files) {
      if (failures.length >= MAX_FAILURES) break;
      try {
        await this.#services.fileStore.remove(path);
        ids.push(id);
      } catch (error) {
        failures.push(error);
      }
    }
    return ids;
  }
}
