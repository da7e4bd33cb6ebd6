// Answers that identity providers posted through a browser's form. Each can be used once, by the browser that
// started the sign-in.

import type { Writer } from '../../storage/reader-writer.ts';

/** A verified answer. */
export interface SignInAnswer {
  /** Identifies the sign-in that the browser started. */
  readonly requestHash: string;
  readonly providerId: string;
  readonly identitySealed: string;
  readonly expiresAt: number;
}

/** Stores an answer and deletes expired ones; returns whether it is the first answer to its request. */
export async function insertAnswer(writer: Writer, answer: SignInAnswer): Promise<boolean> {
  await writer.db
    .deleteFrom('sign_in_answer')
    .where('organization_id', '=', writer.organizationId)
    .where('expires_at', '<=', writer.now)
    .execute();
  const row = await writer.db
    .insertInto('sign_in_answer')
    .values({
      organization_id: writer.organizationId,
      question_hash: answer.requestHash,
      provider_id: answer.providerId,
      identity_sealed: answer.identitySealed,
      expires_at: answer.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'question_hash']).doNothing())
    .returning('question_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Identifies an answer. */
type AnswerKey = Pick<SignInAnswer, 'requestHash' | 'providerId'>;

/** The sealed answer to a sign-in; undefined if there is none or it was used. */
export async function sealedAnswer(
  writer: Writer,
  { requestHash, providerId }: AnswerKey,
): Promise<string | undefined> {
  const row = await writer.db
    .selectFrom('sign_in_answer')
    .select('identity_sealed')
    .where('organization_id', '=', writer.organizationId)
    .where('question_hash', '=', requestHash)
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', writer.now)
    .executeTakeFirst();
  return row?.identity_sealed === '' ? undefined : row?.identity_sealed;
}

/**
 * Uses up an answer; false if it was already used, so that only one of two concurrent requests gets it. The
 * row stays, so that the same answer cannot be stored again.
 */
export async function consumeAnswer(
  writer: Writer,
  { requestHash }: AnswerKey,
  identitySealed: string,
): Promise<boolean> {
  const row = await writer.db
    .updateTable('sign_in_answer')
    .set({ identity_sealed: '' })
    .where('organization_id', '=', writer.organizationId)
    .where('question_hash', '=', requestHash)
    .where('identity_sealed', '=', identitySealed)
    .returning('question_hash')
    .executeTakeFirst();
  return row !== undefined;
}
