// Reminds invited people two days before their invitations expire.

import { remindOfInvitation } from '../actions/invitations/remind.ts';
import { detailOf } from '../errors/error-detail.ts';
import type { Keyring } from '../model/accounts/credentials.ts';
import { dueReminders, nextReminder, updateInvitation } from '../stores/invitations/invitation-store.ts';
import type { Job, JobServices } from './job.ts';

/** Rows read at a time. */
const BATCH = 100;

export interface InvitationJobServices extends JobServices {
  readonly keyring: Keyring;
}

export class InvitationRemindersJob implements Job {
  readonly name = 'invitation reminders';
  readonly pollSeconds = 300;
  readonly #services: InvitationJobServices;

  constructor(services: InvitationJobServices) {
    this.#services = services;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const moment = Math.floor(now);
    for (;;) {
      const rows = await dueReminders(database.reader(0), moment, BATCH);
      for (const row of rows) {
        await this.#remind(row.organization_id, row.id, moment);
      }
      if (rows.length < BATCH || signal.aborted) return;
    }
  }

  /** A failed reminder is dropped: the invitation stays valid, and the others must not wait. */
  async #remind(organizationId: number, id: number, moment: number): Promise<void> {
    const { database, keyring, log } = this.#services;
    try {
      await database.write(organizationId, (writer) => remindOfInvitation(writer, keyring, id, moment));
    } catch (error) {
      // If the database is unavailable, this fails too, and both are tried again.
      await database.write(organizationId, (writer) => updateInvitation(writer, id, { remind_at: null }));
      log.error({ invitation: id, error: detailOf(error) }, 'invitation reminder failed, giving up');
    }
  }

  next(): Promise<number | undefined> {
    return nextReminder(this.#services.database.reader(0));
  }

  /** No reminder is due within minutes of its invitation, so polling is enough. */
  wakeOn(): undefined {
    return undefined;
  }
}
