// Reads an assertion from the text whose signature was verified, and nothing else: its subject, request,
// validity and attributes.

import { limits } from '../../api-contract/limits.ts';
import { CodedError } from '../../errors/coded-error.ts';
import type { SamlProvider } from '../../model/sign-in/sign-in-configuration.ts';
import { attributeOf, childrenOf, type SamlElement } from './saml-element.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** The NameID format of permanent identifiers. */
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
/** The permitted clock skew. */
export const CLOCK_SECONDS = 60;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** An invalid assertion; the message may be shown on a page. */
export class UnusableAssertionError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('ASSERTION_UNUSABLE', message, options);
  }
}

/** The request that an answer must belong to. */
export interface AnswerExpectation {
  /** The address that accepts this provider's answers. */
  readonly recipient: string;
  readonly requestId: string;
}

/** Milliseconds since 1970; NaN for an invalid instant. */
function instant(text: string): number {
  return INSTANT.test(text) ? Date.parse(text) : Number.NaN;
}

/** Refuses an assertion that its bearer may not use here, now, and for this request. */
function checkConfirmed(subject: SamlElement | undefined, { recipient, requestId }: AnswerExpectation): void {
  const confirmations = childrenOf(subject, 'SubjectConfirmation').filter(
    (confirmation) => attributeOf(confirmation, 'Method') === BEARER,
  );
  const [data] = confirmations.flatMap((confirmation) => childrenOf(confirmation, 'SubjectConfirmationData'));
  if (!data || confirmations.length > 1) throw new UnusableAssertionError('it does not say who may use it');
  if (attributeOf(data, 'Recipient') !== recipient)
    throw new UnusableAssertionError('it is meant for another address');
  if (attributeOf(data, 'InResponseTo') !== requestId)
    throw new UnusableAssertionError('it belongs to another login attempt; start again');
  const [now, skew] = [Date.now(), CLOCK_SECONDS * 1000];
  const notBefore = attributeOf(data, 'NotBefore');
  if (notBefore !== '' && !(instant(notBefore) <= now + skew))
    throw new UnusableAssertionError('it is not valid yet; check the clocks');
  if (!(instant(attributeOf(data, 'NotOnOrAfter')) > now - skew))
    throw new UnusableAssertionError('it has expired');
}

/** Attribute values by name: one string, or several. */
export type Attributes = Readonly<Record<string, string | readonly string[]>>;

export function attributesIn(assertion: SamlElement): Attributes {
  const values = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, 'AttributeStatement')) {
    for (const attributeNode of childrenOf(statement, 'Attribute')) {
      const name = attributeOf(attributeNode, 'Name');
      const texts = childrenOf(attributeNode, 'AttributeValue').map(({ text }) => text);
      values.set(name, [...(values.get(name) ?? []), ...texts.filter((value) => value !== '')]);
    }
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]),
  );
}

/** The time of the last login at the provider, in seconds since 1970; undefined if it is missing or invalid. */
export function authenticatedAtIn(assertion: SamlElement): number | undefined {
  const moments = childrenOf(assertion, 'AuthnStatement').map((statement) =>
    instant(attributeOf(statement, 'AuthnInstant')),
  );
  // Of several times the oldest counts, so that no recent one vouches for an older login.
  const oldest = Math.min(...moments);
  return Number.isFinite(oldest) ? Math.floor(oldest / 1000) : undefined;
}

/** The first value of an attribute; empty if there is none. */
export function firstOf(attributes: Attributes, name: string): string {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}

/** The identifier that survives renaming. */
function subjectIn(
  assertion: SamlElement,
  subject: SamlElement | undefined,
  attributeName: string | undefined,
): string {
  const [nameId] = childrenOf(subject, 'NameID');
  if (attributeName === undefined && attributeOf(nameId, 'Format') !== PERSISTENT)
    throw new UnusableAssertionError('its NameID is not persistent');
  const found =
    attributeName === undefined ? (nameId?.text ?? '') : firstOf(attributesIn(assertion), attributeName);
  if (found === '' || found.length > limits.signInSubjectCharacters || /\p{Cc}/u.test(found))
    throw new UnusableAssertionError('it does not identify a user');
  return found;
}

/**
 * The subject of an assertion, if it is valid now and for this request.
 * @param assertion as parsed by the library from the signed text
 * @throws UnusableAssertionError
 */
export function subjectOf(
  assertion: SamlElement,
  { issuer, subjectAttribute }: Pick<SamlProvider, 'issuer' | 'subjectAttribute'>,
  expected: AnswerExpectation,
): string {
  if (childrenOf(assertion, 'Issuer')[0]?.text !== issuer)
    throw new UnusableAssertionError('its issuer differs from the one configured on this server');
  const subjects = childrenOf(assertion, 'Subject');
  const [subject] = subjects;
  if (subjects.length > 1) throw new UnusableAssertionError('it does not identify a user');
  checkConfirmed(subject, expected);
  return subjectIn(assertion, subject, subjectAttribute);
}
