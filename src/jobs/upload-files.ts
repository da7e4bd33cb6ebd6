// Deletes uploads that no message linked for some weeks, uploads that were not completed within a day, and
// files queued for removal.

import {
  deleteFileRemovals,
  FILE_REMOVAL,
  type QueuedFileRemoval,
  queuedFileRemovals,
} from '../actions/files/unreferenced-files.ts';
import { removeUnclaimed } from '../actions/uploads/unclaimed.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import { DAY } from '../api-contract/time.ts';
import type { FileStore } from '../files/file-store.ts';
import { INCOMING, RESUMABLE, removeAbandoned } from '../files/incoming-files.ts';
import { areFilesLeased } from '../stores/job-marks/file-lease-store.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';
import { unclaimedBefore } from '../stores/uploads/unclaimed-store.ts';
import { AT_ONCE, type Job, type JobServices } from './job.ts';

const EVERY_SECONDS = 3600;
const HOUR = 3600;
const BATCH = 100;
/** After this many failures the store counts as unavailable; the rest waits for the next run. */
const MAX_FAILURES = 10;

export interface UploadJobServices extends JobServices {
  readonly dataDirectory: string;
  readonly fileStore: FileStore;
}

export class UploadFilesJob implements Job {
  readonly name = 'upload-files';
  readonly pollSeconds = EVERY_SECONDS;
  readonly #services: UploadJobServices;

  constructor(services: UploadJobServices) {
    this.#services = services;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database, dataDirectory } = this.#services;
    const before = Math.floor(now) - limits.unclaimedUploadDays * DAY;
    for (const row of await allOrganizationRows(database.reader(0))) {
      // Deactivated organizations lose no data.
      if (row.is_deactivated === 1) continue;
      const [unclaimedFile] = await unclaimedBefore(database.reader(row.id), before, 0, 1);
      let after = unclaimedFile ? 0 : undefined;
      while (after !== undefined && !signal.aborted) {
        const from: number = after;
        after = await database.write(row.id, (writer) => removeUnclaimed(writer, before, from, BATCH));
      }
    }
    await removeAbandoned(dataDirectory, INCOMING, now - limits.abandonedFileHours * HOUR);
    await removeAbandoned(dataDirectory, RESUMABLE, now - limits.unfinishedUploadHours * HOUR);
    await this.#removeQueued(now, signal);
  }

  async next(now: number): Promise<number> {
    return now + EVERY_SECONDS;
  }

  wakeOn(entry: LogEntry): number | undefined {
    return entry.type === FILE_REMOVAL ? AT_ONCE : undefined;
  }

  async #removeQueued(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const failures: unknown[] = [];
    let after = 0;
    while (!signal.aborted && failures.length < MAX_FAILURES) {
      const queued = await queuedFileRemovals(database.reader(0), after, BATCH);
      if (queued.length === 0) break;
      // A backup copies the files of the rows it reads, after announcing itself. This check comes after
      // reading the queue: rows that the backup reads from now on name none of these files.
      if (await areFilesLeased(database.reader(0), now)) break;
      after = queued.at(-1)?.id ?? after;
      for (const [organizationId, files] of Map.groupBy(queued, (file) => file.organization_id)) {
        const ids = await this.#removeFiles(files, failures);
        if (ids.length > 0) await database.write(organizationId, (writer) => deleteFileRemovals(writer, ids));
      }
    }
    // Thrown last, so that one file that cannot be removed does not hold up the others.
    if (failures.length > 0) throw failures[0];
  }

  /** Removes files; returns the ids of the removed ones. */
  async #removeFiles(files: readonly QueuedFileRemoval[], failures: unknown[]): Promise<number[]> {
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
