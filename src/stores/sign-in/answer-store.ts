// What providers answered by way of a browser's form, in the database: each answer once, for the browser that asked and brought it.

import type { Writer } from '../../storage/session.ts';

/** An answer that was checked. */
export interface KeptAnswer {
  /** By which the browser that asked finds it. */
  readonly questionHash: string;
  readonly providerId: string;
  readonly identitySealed: string;
  readonly expiresAt: number;
}

/** Keeps an answer; those that are too old go. Gives whether it is the first one to its question. */
export async function keepAnswer(writer: Writer, answer: KeptAnswer): Promise<boolean> {
  await writer.db
    .deleteFrom('sign_in_answer')
    .where('organization_id', '=', writer.organizationId)
    .where('expires_at', '<=', writer.now)
    .execute();
  const row = await writer.db
    .insertInto('sign_in_answer')
    .values({
      organization_id: writer.organizationId,
      question_hash: answer.questionHash,
      provider_id: answer.providerId,
      identity_sealed: answer.identitySealed,
      expires_at: answer.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'question_hash']).doNothing())
    .returning('question_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Which answer. */
type Answered = Pick<KeptAnswer, 'questionHash' | 'providerId'>;

/** The answer to a question, sealed; undefined where there is none, or it was used. */
export async function answerTo(
  writer: Writer,
  { questionHash, providerId }: Answered,
): Promise<string | undefined> {
  const row = await writer.db
    .selectFrom('sign_in_answer')
    .select('identity_sealed')
    .where('organization_id', '=', writer.organizationId)
    .where('question_hash', '=', questionHash)
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', writer.now)
    .executeTakeFirst();
  return row?.identity_sealed === '' ? undefined : row?.identity_sealed;
}

/**
 * From now on an answer counts no longer. Gives whether it did until now: of two who ask at once one gets it. The row stays, so
 * that the same answer does not come in again.
 */
export async function useAnswer(
  writer: Writer,
  { questionHash }: Answered,
  identitySealed: string,
): Promise<boolean> {
  const row = await writer.db
    .updateTable('sign_in_answer')
    .set({ identity_sealed: '' })
    .where('organization_id', '=', writer.organizationId)
    .where('question_hash', '=', questionHash)
    .where('identity_sealed', '=', identitySealed)
    .returning('question_hash')
    .executeTakeFirst();
  return row !== undefined;
}
