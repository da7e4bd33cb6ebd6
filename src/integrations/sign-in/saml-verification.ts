// Verifies a signed SAML answer: the library (node-saml) checks signature, audience and times, and
// `saml-assertion.ts` checks the rest in the signed text. Runs in a worker process, since hostile answers may
// take long.

import { decodeDocument, record } from '../../api-contract/codec.ts';
import type { SamlProvider } from '../../model/sign-in/sign-in-configuration.ts';
import {
  type AnswerExpectation,
  type Attributes,
  attributesIn,
  authenticatedAtIn,
  CLOCK_SECONDS,
  subjectOf,
  UnusableAssertionError,
} from './saml-assertion.ts';
import { type SamlElement, samlElement } from './saml-element.ts';

/** An answer and the values that it must match. */
export interface VerificationRequest
  extends AnswerExpectation,
    Pick<SamlProvider, 'issuer' | 'subjectAttribute' | 'certificates'> {
  readonly xml: string;
  /** The id that the provider knows this server by. */
  readonly entityId: string;
  /** Whether the response is signed besides its assertion; then both signatures must be valid. */
  readonly isResponseSigned: boolean;
}

/** The person named by a valid assertion, or why it is invalid. */
export type VerificationResult = VerifiedPerson | { readonly error: string };

/** The person named by an assertion. */
export interface VerifiedPerson {
  readonly subject: string;
  readonly attributes: Attributes;
  /** The time of the login at the provider, in seconds since 1970; undefined if it is missing. */
  readonly authenticatedAt: number | undefined;
}

/** Maps the library's error messages to reasons that are shown. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/not yet valid/, 'it is not valid yet; check the clocks'],
  [/expired/, 'it has expired'],
  [/audience/i, 'it is meant for another application'],
  [/signature/i, 'it was signed with a key that is not the provider’s'],
];

const signed = record({ Assertion: samlElement });

/** The assertion, read from the text signed with one of the provider's keys. */
async function signedAssertion(request: VerificationRequest): Promise<SamlElement> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const library = new SAML({
    callbackUrl: request.recipient,
    issuer: request.entityId,
    audience: request.entityId,
    idpCert: [...request.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: request.isResponseSigned,
    acceptedClockSkewMs: CLOCK_SECONDS * 1000,
    // The request is checked afterwards, in the signed text.
    validateInResponseTo: ValidateInResponseTo.never,
  });
  let parsed: unknown;
  try {
    const { profile } = await library.validatePostResponseAsync({
      SAMLResponse: Buffer.from(request.xml).toString('base64'),
    });
    parsed = profile?.getAssertion?.();
  } catch (error) {
    // The library throws plain errors for any invalid answer.
    const message = error instanceof Error ? error.message : '';
    const [, reason = 'it cannot be read'] = reasons.find(([pattern]) => pattern.test(message)) ?? [];
    throw new UnusableAssertionError(reason);
  }
  const { Assertion } = decodeDocument(
    signed,
    parsed,
    ({ description }) => new UnusableAssertionError(`it does not identify a user (${description})`),
  );
  return Assertion;
}

export async function verifyAnswer(request: VerificationRequest): Promise<VerificationResult> {
  try {
    const assertion = await signedAssertion(request);
    return {
      subject: subjectOf(assertion, request, request),
      attributes: attributesIn(assertion),
      authenticatedAt: authenticatedAtIn(assertion),
    };
  } catch (error) {
    if (error instanceof UnusableAssertionError) return { error: error.message };
    throw error;
  }
}
