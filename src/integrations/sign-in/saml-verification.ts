// Checks what a provider of SAML signed, with the library (node-saml): signature, audience and times; then, in what was signed,
// what the library leaves to its users (`saml-assertion.ts`). Runs beside the event loop: how long it takes is for whoever
// wrote the answer to say.

import { isRecord } from '../../api-contract/codec.ts';
import type { SamlProvider } from '../../model/sign-in/configuration.ts';
import {
  type Attributes,
  attributesIn,
  authenticatedAtIn,
  CLOCK_SECONDS,
  type MeantFor,
  subjectOf,
  UnusableAssertion,
} from './saml-assertion.ts';

/** An answer, and what it must be. */
export interface ToVerify
  extends MeantFor,
    Pick<SamlProvider, 'issuer' | 'subjectAttribute' | 'certificates'> {
  readonly xml: string;
  /** What the provider calls this server. */
  readonly entityId: string;
  /** Whether the response has a signature besides that of its assertion; both must hold then. */
  readonly isSignedWhole: boolean;
}

/** Whom an assertion names and what it says of them, or why it counts for nothing. */
export type Verified = VerifiedPerson | { readonly refusal: string };

/** Whom an assertion names, and what it says of them. */
export interface VerifiedPerson {
  readonly subject: string;
  readonly attributes: Attributes;
  /** In seconds since 1970; undefined where it does not say. */
  readonly authenticatedAt: number | undefined;
}

/** What an answer that the library refuses is told to be, by what it says of it. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/not yet valid/, 'it does not count yet; look at the clocks'],
  [/expired/, 'it is too old'],
  [/audience/i, 'it was meant for another program'],
  [/signature/i, 'it was signed with a key that is not the provider’s'],
];

/** The assertion, read from what was signed with one of the provider's keys. */
async function signedAssertion(given: ToVerify): Promise<Readonly<Record<string, unknown>>> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const library = new SAML({
    callbackUrl: given.recipient,
    issuer: given.entityId,
    audience: given.entityId,
    idpCert: [...given.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: given.isSignedWhole,
    acceptedClockSkewMs: CLOCK_SECONDS * 1000,
    // Which question it answers is looked at afterwards, in what is signed.
    validateInResponseTo: ValidateInResponseTo.never,
  });
  let said: unknown;
  try {
    const { profile } = await library.validatePostResponseAsync({
      SAMLResponse: Buffer.from(given.xml).toString('base64'),
    });
    said = profile?.getAssertion?.();
  } catch (error) {
    // It throws plain errors, whatever is wrong with an answer.
    const message = error instanceof Error ? error.message : '';
    const [, reason = 'it cannot be read'] = refusals.find(([pattern]) => pattern.test(message)) ?? [];
    throw new UnusableAssertion(reason);
  }
  const assertion = isRecord(said) ? said.Assertion : undefined;
  if (!isRecord(assertion)) throw new UnusableAssertion('it names nobody');
  return assertion;
}

/** Checks an answer. */
export async function verified(given: ToVerify): Promise<Verified> {
  try {
    const assertion = await signedAssertion(given);
    return {
      subject: subjectOf(assertion, given, given),
      attributes: attributesIn(assertion),
      authenticatedAt: authenticatedAtIn(assertion),
    };
  } catch (error) {
    if (error instanceof UnusableAssertion) return { refusal: error.message };
    throw error;
  }
}
