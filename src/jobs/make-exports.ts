// Makes the exports that administrators requested, one after another, and notifies them when each is ready.

import { rm } from 'node:fs/promises';
import { EXPORTS_CHANGED } from '../actions/exports/export-events.ts';
import {
  type Attempt,
  claimExport,
  completeExport,
  LEASE_SECONDS,
  recordExportFailure,
  releaseExport,
  renewLease,
} from '../actions/exports/lease.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { CodedError } from '../errors/coded-error.ts';
import { detailOf } from '../errors/error-detail.ts';
import type { DiskSpace } from '../files/disk-space.ts';
import type { FileStore } from '../files/file-store.ts';
import { incomingPath } from '../files/incoming-files.ts';
import type { Keyring } from '../model/accounts/credentials.ts';
import { includesAuditLog } from '../model/exports/export-access.ts';
import { newExportSecret, storeExportArchive } from '../model/exports/export-files.ts';
import type { ExportKind } from '../model/exports/export-schema.ts';
import { writeExport } from '../queries/exports/write.ts';
import { composeNotice } from '../queries/rendering/compose-notice.ts';
import type { ExportRow } from '../stores/exports/export.ts';
import { exportsToMake } from '../stores/exports/export-store.ts';
import { AT_ONCE, type Job, type JobServices } from './job.ts';

const BATCH = 20;
/** Failed exports are retried, and those that other servers left are found, after this time. */
const POLL_SECONDS = 60;
const READY =
  'The export of your organization is ready. [See the exports](/#organization/data-exports-admin).';

class ExportStoppedError extends CodedError {
  constructor() {
    super('EXPORT_STOPPED', 'the server is closing');
  }
}

export interface ExportJobServices extends JobServices {
  readonly keyring: Keyring;
  readonly dataDirectory: string;
  readonly diskSpace: DiskSpace;
  readonly fileStore: FileStore;
}

export class MakeExportsJob implements Job {
  readonly name = 'make exports';
  readonly pollSeconds = POLL_SECONDS;
  readonly #services: ExportJobServices;

  constructor(services: ExportJobServices) {
    this.#services = services;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    for (const row of await exportsToMake(database.reader(0), Math.floor(now), BATCH)) {
      if (signal.aborted) return;
      const attempt = await database.write(row.organization_id, (writer) =>
        claimExport(writer, this.#services.keyring, row.id),
      );
      if (attempt) await this.#make(row, attempt, signal);
    }
  }

  async next(now: number): Promise<number> {
    return now + POLL_SECONDS;
  }

  wakeOn(entry: LogEntry): number | undefined {
    return entry.type === EXPORTS_CHANGED ? AT_ONCE : undefined;
  }

  async #make(row: ExportRow, attempt: Attempt, signal: AbortSignal): Promise<void> {
    const { database, log } = this.#services;
    const path = await incomingPath(this.#services.dataDirectory);
    const secret = newExportSecret();
    try {
      await this.#makeAt(row, { ...attempt, secret }, path, signal);
    } catch (error) {
      if (error instanceof ExportStoppedError) {
        await database.write(row.organization_id, (writer) => releaseExport(writer, attempt));
        return;
      }
      log.error({ job: this.name, id: row.id, error: detailOf(error) }, 'export failed');
      await database.write(row.organization_id, (writer) =>
        recordExportFailure(writer, this.#services.keyring, attempt, secret),
      );
    } finally {
      await rm(path, { force: true });
    }
  }

  async #makeAt(
    row: ExportRow,
    attempt: Attempt & { readonly secret: string },
    path: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { database, diskSpace, hubs, keyring, fileStore } = this.#services;
    const { organization_id: organizationId } = row;
    const hub = await hubs.upToDate(organizationId);
    let renewAt = performance.now() / 1000 + LEASE_SECONDS / 2;
    const step = async () => {
      if (signal.aborted) throw new ExportStoppedError();
      await diskSpace.refuseFilesWhenLow();
      if (performance.now() / 1000 < renewAt) return;
      // Another server has started the export again, or it is no longer wanted.
      if (!(await database.write(organizationId, (writer) => renewLease(writer, attempt))))
        throw new ExportStoppedError();
      renewAt = performance.now() / 1000 + LEASE_SECONDS / 2;
    };
    const hasAuditLog = includesAuditLog(hub.state.account(row.account_id));
    const source = { state: hub.state, fileStore, hasAuditLog, step };
    const file = await database.longRead(organizationId, hub.state.sequence, (reader) =>
      writeExport({ ...source, reader }, row.kind as ExportKind, path),
    );
    const { secret } = attempt;
    const context = { state: hub.state, reader: hub.reader, organizationUrl: row.organization_url };
    const notice = await composeNotice(context, READY, undefined);
    await storeExportArchive(fileStore, organizationId, secret, file);
    await database.write(organizationId, (writer) =>
      completeExport(writer, keyring, attempt, { secret, notice }),
    );
  }
}
