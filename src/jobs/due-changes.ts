// A job for rows of accounts that change at a time: conversations that come back, mutes that end. Each unit of work changes
// those of one organization that are still due, so that of several servers one changes a row, once.

import type { Writer } from '../storage/reader-writer.ts';
import { type DueRows, DueRowsJob, type OrganizationRow } from './due-rows-job.ts';

/** A kind of such rows. */
export interface DueChange<Row extends OrganizationRow> extends DueRows<Row> {
  /** Changes those of an organization's rows that are still due, and emits that. */
  change(writer: Writer, rows: readonly Row[], now: number): Promise<void>;
}

/** Changes one kind of rows when they are due. */
export class DueChangesJob<Row extends OrganizationRow> extends DueRowsJob<Row, DueChange<Row>> {
  protected async processIn(organizationId: number, rows: readonly Row[], now: number): Promise<void> {
    await this.services.database.write(organizationId, (writer) => this.kind.change(writer, rows, now));
  }
}
