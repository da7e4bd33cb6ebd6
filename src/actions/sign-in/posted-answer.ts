// An answer that a browser posted in the name of a provider waits, checked, until the same browser asks for it in a way that
// shows which browser it is: what another site's page has it post comes without its cookies. Who asks must have both: the
// secret of the browser that asked, and the receipt that the browser was given that brought the answer. With one of them
// alone, somebody could have another person answer their own question.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import { badRequest } from '../../api-contract/error.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { seal, unseal } from '../../model/sealed.ts';
import type { Identity } from '../../model/sign-in/identity.ts';
import { questionHash } from '../../model/sign-in/saml-question.ts';
import { VISIT_SECONDS } from '../../model/sign-in/visit.ts';
import type { Writer } from '../../storage/session.ts';
import { answerTo, keepAnswer, useAnswer } from '../../stores/sign-in/answer-store.ts';

/** The question of a browser. */
export interface Question {
  readonly providerId: string;
  readonly requestId: string;
}

/** What waits, sealed. */
interface Waiting {
  readonly identity: Identity;
  readonly receiptHash: string;
}

function hashOf(receipt: string): Buffer {
  return createHash('sha256').update(receipt).digest();
}

/** Keeps who was named in answer to a question, and gives the receipt for it. Refuses a second answer to it. */
export async function keepPostedAnswer(
  writer: Writer,
  keyring: Keyring,
  { providerId, requestId }: Question,
  identity: Identity,
): Promise<string> {
  const receipt = randomBytes(32).toString('base64url');
  const waiting: Waiting = { identity, receiptHash: hashOf(receipt).toString('base64url') };
  const isFirst = await keepAnswer(writer, {
    questionHash: questionHash(keyring, requestId),
    providerId,
    identitySealed: seal(keyring, 'sign-in-answer', JSON.stringify(waiting)),
    // Afterwards no browser asks for it: its visit has ended.
    expiresAt: writer.now + VISIT_SECONDS,
  });
  if (!isFirst) throw badRequest('Nobody was signed in: this answer was used before. Begin once more.');
  return receipt;
}

/** Who was named in answer to a question, once; undefined where nobody was, or the receipt is another one. */
export async function takePostedAnswer(
  writer: Writer,
  keyring: Keyring,
  { providerId, requestId }: Question,
  receipt: string,
): Promise<Identity | undefined> {
  const question = { questionHash: questionHash(keyring, requestId), providerId };
  const sealed = await answerTo(writer, question);
  const opened = sealed === undefined ? undefined : unseal(keyring, 'sign-in-answer', sealed);
  if (sealed === undefined || opened === undefined) return undefined;
  const { identity, receiptHash } = JSON.parse(opened) as Waiting;
  if (!timingSafeEqual(hashOf(receipt), Buffer.from(receiptHash, 'base64url'))) return undefined;
  return (await useAnswer(writer, question, sealed)) ? identity : undefined;
}
