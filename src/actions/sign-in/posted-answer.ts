// Answers that a browser posted on behalf of an identity provider. A cross-site post carries no cookies, so
// the checked answer waits until the same browser fetches it and proves which browser it is. It must present
// both the secret of the browser that began the sign-in and the receipt given to the browser that posted the
// answer. With only one of them, an attacker could have another person complete a sign-in that the attacker
// began.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import { jsonText, recordOf } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { seal, unsealJson } from '../../model/sealed.ts';
import { type Identity, identityCodec } from '../../model/sign-in/identity.ts';
import { samlRequestHash } from '../../model/sign-in/saml-request.ts';
import { VISIT_SECONDS } from '../../model/sign-in/sign-in-visit.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { consumeAnswer, insertAnswer, sealedAnswer } from '../../stores/sign-in/answer-store.ts';

/** A sign-in that a browser began. */
export interface SignInRequest {
  readonly providerId: string;
  readonly requestId: string;
}

/** The waiting answer, stored sealed. */
interface Waiting {
  readonly identity: Identity;
  readonly receiptHash: string;
}

const waitingAnswer = recordOf<Waiting>({ identity: identityCodec, receiptHash: jsonText });

function hashOf(receipt: string): Buffer {
  return createHash('sha256').update(receipt).digest();
}

/**
 * Stores the identity named in an answer and returns its receipt. @throws for a second answer to the same request
 */
export async function storePostedAnswer(
  writer: Writer,
  keyring: Keyring,
  { providerId, requestId }: SignInRequest,
  identity: Identity,
): Promise<string> {
  const receipt = randomBytes(32).toString('base64url');
  const waiting: Waiting = { identity, receiptHash: hashOf(receipt).toString('base64url') };
  const isFirst = await insertAnswer(writer, {
    requestHash: samlRequestHash(keyring, requestId),
    providerId,
    identitySealed: seal(keyring, 'sign-in-answer', JSON.stringify(waiting)),
    // After that the sign-in has expired, so no browser fetches it.
    expiresAt: writer.now + VISIT_SECONDS,
  });
  if (!isFirst)
    throw badRequest('This login response was already used. Start again.').onPages({
      code: 'SIGN_IN_ANSWER_USED',
    });
  return receipt;
}

/** The identity named in an answer, once; undefined without an answer or with another receipt. */
export async function takePostedAnswer(
  writer: Writer,
  keyring: Keyring,
  { providerId, requestId }: SignInRequest,
  receipt: string,
): Promise<Identity | undefined> {
  const request = { requestHash: samlRequestHash(keyring, requestId), providerId };
  const sealed = await sealedAnswer(writer, request);
  const waiting =
    sealed === undefined ? undefined : unsealJson(keyring, 'sign-in-answer', sealed, waitingAnswer);
  if (sealed === undefined || waiting === undefined) return undefined;
  const { identity, receiptHash } = waiting;
  if (!timingSafeEqual(hashOf(receipt), Buffer.from(receiptHash, 'base64url'))) return undefined;
  return (await consumeAnswer(writer, request, sealed)) ? identity : undefined;
}
