// Reads an assertion from the text whose signature was verified, and nothing else: its subject, request,
// validity and attributes.

import { isRecord } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { CodedError } from '../../errors/coded-error.ts';
import type { SamlProvider } from '../../model/sign-in/sign-in-configuration.ts';

/** An element in the library's form: lists of child elements by name, attributes under `$`, text under `_`. */
type Node = Readonly<Record<string, unknown>>;

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

function children(node: Node | undefined, name: string): readonly Node[] {
  const all = node && Object.hasOwn(node, name) ? node[name] : undefined;
  if (!Array.isArray(all)) return [];
  return all.map((node: unknown) => (isRecord(node) ? node : { _: node }));
}

function attribute(node: Node | undefined, name: string): string {
  const attributes = node?.$;
  const value = isRecord(attributes) && Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function text(node: Node | undefined): string {
  return typeof node?._ === 'string' ? node._.trim() : '';
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
function checkConfirmed(subject: Node | undefined, { recipient, requestId }: AnswerExpectation): void {
  const confirmations = children(subject, 'SubjectConfirmation').filter(
    (confirmation) => attribute(confirmation, 'Method') === BEARER,
  );
  const [data] = confirmations.flatMap((confirmation) => children(confirmation, 'SubjectConfirmationData'));
  if (!data || confirmations.length > 1) throw new UnusableAssertionError('it does not say who may use it');
  if (attribute(data, 'Recipient') !== recipient)
    throw new UnusableAssertionError('it is meant for another address');
  if (attribute(data, 'InResponseTo') !== requestId)
    throw new UnusableAssertionError('it belongs to another login attempt; start again');
  const [now, skew] = [Date.now(), CLOCK_SECONDS * 1000];
  const notBefore = attribute(data, 'NotBefore');
  if (notBefore !== '' && !(instant(notBefore) <= now + skew))
    throw new UnusableAssertionError('it is not valid yet; check the clocks');
  if (!(instant(attribute(data, 'NotOnOrAfter')) > now - skew))
    throw new UnusableAssertionError('it has expired');
}

/** Attribute values by name: one string, or several. */
export type Attributes = Readonly<Record<string, string | readonly string[]>>;

export function attributesIn(assertion: Node): Attributes {
  const values = new Map<string, string[]>();
  for (const statement of children(assertion, 'AttributeStatement')) {
    for (const attributeNode of children(statement, 'Attribute')) {
      const name = attribute(attributeNode, 'Name');
      const texts = children(attributeNode, 'AttributeValue').map(text);
      values.set(name, [...(values.get(name) ?? []), ...texts.filter((value) => value !== '')]);
    }
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]),
  );
}

/** The time of the last login at the provider, in seconds since 1970; undefined if it is missing or invalid. */
export function authenticatedAtIn(assertion: Node): number | undefined {
  const moments = children(assertion, 'AuthnStatement').map((statement) =>
    instant(attribute(statement, 'AuthnInstant')),
  );
  // The oldest of several: none may claim more than it proves.
  const oldest = Math.min(...moments);
  return Number.isFinite(oldest) ? Math.floor(oldest / 1000) : undefined;
}

/** The first value of an attribute; empty if there is none. */
export function firstOf(attributes: Attributes, name: string): string {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}

/** The identifier that survives renaming. */
function subjectIn(assertion: Node, subject: Node | undefined, attributeName: string | undefined): string {
  const [nameId] = children(subject, 'NameID');
  if (attributeName === undefined && attribute(nameId, 'Format') !== PERSISTENT)
    throw new UnusableAssertionError('its NameID is not persistent');
  const found = attributeName === undefined ? text(nameId) : firstOf(attributesIn(assertion), attributeName);
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
  assertion: Node,
  { issuer, subjectAttribute }: Pick<SamlProvider, 'issuer' | 'subjectAttribute'>,
  expected: AnswerExpectation,
): string {
  if (text(children(assertion, 'Issuer')[0]) !== issuer)
    throw new UnusableAssertionError('its issuer differs from the one configured on this server');
  const subjects = children(assertion, 'Subject');
  const [subject] = subjects;
  if (subjects.length > 1) throw new UnusableAssertionError('it does not identify a user');
  checkConfirmed(subject, expected);
  return subjectIn(assertion, subject, subjectAttribute);
}
