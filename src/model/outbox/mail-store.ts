// Mail that leaves the house: written with the change that causes it, sent later by a worker.

import type { Writer } from '../../storage/session.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Puts a mail into the outbox; it goes out once the unit of work is durable. */
export async function queueMail(writer: Writer, mail: Mail): Promise<void> {
  await writer.db
    .insertInto('outbox')
    .values({
      organization_id: writer.organizationId,
      kind: 'mail',
      payload: JSON.stringify(mail),
      due_at: writer.now,
      attempts: 0,
    })
    .execute();
}
