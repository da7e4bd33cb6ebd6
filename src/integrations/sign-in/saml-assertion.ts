// What an assertion says, read from the text whose signature was checked and from nothing else: about whom, for which
// question, until when, and with which attributes.

import { isRecord } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { SamlProvider } from '../../model/sign-in/configuration.ts';

/** An element as the library gives it: lists of elements by their names, attributes under `$`, text under `_`. */
type Node = Readonly<Record<string, unknown>>;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** The form of names that never change. */
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
/** How far the clocks may differ. */
export const CLOCK_SECONDS = 60;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** Why an assertion does not count; in words that a page may show. */
export class UnusableAssertion extends Error {}

function children(node: Node | undefined, name: string): readonly Node[] {
  const all = node && Object.hasOwn(node, name) ? node[name] : undefined;
  if (!Array.isArray(all)) return [];
  return all.map((one: unknown) => (isRecord(one) ? one : { _: one }));
}

function attribute(node: Node | undefined, name: string): string {
  const attributes = node?.$;
  const value = isRecord(attributes) && Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function text(node: Node | undefined): string {
  return typeof node?._ === 'string' ? node._.trim() : '';
}

/** What an answer must be for. */
export interface MeantFor {
  /** Where answers of this provider are taken. */
  readonly recipient: string;
  readonly requestId: string;
}

/** Milliseconds since 1970; not a number where it is no instant. */
function instant(written: string): number {
  return INSTANT.test(written) ? Date.parse(written) : Number.NaN;
}

/** Refuses an assertion that whoever brings it may not use here, now, and for this question. */
function checkConfirmed(subject: Node | undefined, { recipient, requestId }: MeantFor): void {
  const confirmations = children(subject, 'SubjectConfirmation').filter(
    (one) => attribute(one, 'Method') === BEARER,
  );
  const [data] = confirmations.flatMap((one) => children(one, 'SubjectConfirmationData'));
  if (!data || confirmations.length > 1) throw new UnusableAssertion('it does not say who may use it');
  if (attribute(data, 'Recipient') !== recipient)
    throw new UnusableAssertion('it was meant for another address');
  if (attribute(data, 'InResponseTo') !== requestId)
    throw new UnusableAssertion('it belongs to another attempt. Begin once more');
  const [now, skew] = [Date.now(), CLOCK_SECONDS * 1000];
  const notBefore = attribute(data, 'NotBefore');
  if (notBefore !== '' && !(instant(notBefore) <= now + skew))
    throw new UnusableAssertion('it does not count yet; look at the clocks');
  if (!(instant(attribute(data, 'NotOnOrAfter')) > now - skew)) throw new UnusableAssertion('it is too old');
}

/** The values of attributes by their names: one text, or several. */
export type Attributes = Readonly<Record<string, string | readonly string[]>>;

/** What an assertion says of its person. */
export function attributesIn(assertion: Node): Attributes {
  const values = new Map<string, string[]>();
  for (const statement of children(assertion, 'AttributeStatement')) {
    for (const one of children(statement, 'Attribute')) {
      const name = attribute(one, 'Name');
      const said = children(one, 'AttributeValue').map(text);
      values.set(name, [...(values.get(name) ?? []), ...said.filter((value) => value !== '')]);
    }
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]),
  );
}

/** When its person last logged in at the provider, in seconds since 1970; undefined where it does not say, or not in the one form. */
export function authenticatedAtIn(assertion: Node): number | undefined {
  const moments = children(assertion, 'AuthnStatement').map((one) => instant(attribute(one, 'AuthnInstant')));
  // Of several the oldest: none of them may claim more than it proves.
  const oldest = Math.min(...moments);
  return Number.isFinite(oldest) ? Math.floor(oldest / 1000) : undefined;
}

/** The first value of an attribute; empty where it has none. */
export function firstOf(attributes: Attributes, name: string): string {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}

/** What stays the same whatever becomes of somebody's name. */
function subjectIn(assertion: Node, subject: Node | undefined, wanted: string | undefined): string {
  const [nameId] = children(subject, 'NameID');
  if (wanted === undefined && attribute(nameId, 'Format') !== PERSISTENT)
    throw new UnusableAssertion('its NameID is not a persistent one');
  const found = wanted === undefined ? text(nameId) : firstOf(attributesIn(assertion), wanted);
  if (found === '' || found.length > limits.signInSubjectCharacters || /\p{Cc}/u.test(found))
    throw new UnusableAssertion('it names nobody');
  return found;
}

/**
 * Whom an assertion names, for this question and now.
 * @param assertion as the library read it from what was signed
 * @throws UnusableAssertion
 */
export function subjectOf(
  assertion: Node,
  { issuer, subjectAttribute }: Pick<SamlProvider, 'issuer' | 'subjectAttribute'>,
  meant: MeantFor,
): string {
  if (text(children(assertion, 'Issuer')[0]) !== issuer)
    throw new UnusableAssertion('it was issued by somebody else than the configuration of this server names');
  const subjects = children(assertion, 'Subject');
  const [subject] = subjects;
  if (subjects.length > 1) throw new UnusableAssertion('it names nobody');
  checkConfirmed(subject, meant);
  return subjectIn(assertion, subject, subjectAttribute);
}
