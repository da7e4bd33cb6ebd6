// Checks the structure of a SAML answer: one assertion in one response, signed in the right places with
// strong algorithms. Anything else is refused before a signature is verified: signature wrapping attacks need
// a second place for one of the elements.

import type { SamlResponse } from '../../model/sign-in/provider-clients.ts';
import { UnusableXmlError, type XmlElement, xmlElements } from './saml-xml.ts';

const SIGNATURES: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const DIGESTS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const TRANSFORMS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  CANONICAL,
]);

/** The permitted algorithms of each signature element. */
const algorithms: Readonly<Record<string, ReadonlySet<string>>> = {
  SignatureMethod: SIGNATURES,
  DigestMethod: DIGESTS,
  CanonicalizationMethod: new Set([CANONICAL]),
  Transform: TRANSFORMS,
};

/** Elements that are never accepted. */
const forbidden: Readonly<Record<string, string>> = {
  EncryptedAssertion: 'it is encrypted; configure the provider to sign it without encryption',
  EncryptedID: 'its NameID is encrypted',
  EncryptedAttribute: 'one of its attributes is encrypted',
  Object: 'its signature has unexpected content',
  RetrievalMethod: 'its signature refers to an external key',
};

function checkAlgorithms({ name, attributes }: XmlElement): void {
  const allowed = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
  const algorithm = attributes.get('Algorithm') ?? '';
  if (!allowed || allowed.has(algorithm)) return;
  throw new UnusableXmlError(
    /sha1$/i.test(algorithm)
      ? 'it is signed with SHA-1; SHA-256 is required'
      : 'its signature algorithm is not accepted',
  );
}

/** Refuses duplicate ids: a signature's reference would be ambiguous. */
function checkIds(elements: readonly XmlElement[]): void {
  const seen = new Set<string>();
  for (const { attributes } of elements) {
    for (const [name, id] of attributes) {
      if (!/^(?:xml:)?id$/i.test(name)) continue;
      if (seen.has(id)) throw new UnusableXmlError('two of its elements have the same ID');
      seen.add(id);
    }
  }
}

/**
 * Refuses signatures anywhere but at the response and its assertion, which must be signed. Returns whether
 * the response is signed, too.
 */
function checkSignatures(
  elements: readonly XmlElement[],
  signable: readonly [XmlElement, XmlElement],
): boolean {
  const signed = new Set<XmlElement | undefined>();
  for (const { name, parent } of elements) {
    if (name !== 'Signature') continue;
    if (!signable.some((element) => element === parent) || signed.has(parent))
      throw new UnusableXmlError('it has a signature in an unexpected place');
    signed.add(parent);
  }
  if (!signed.has(signable[1])) throw new UnusableXmlError('its assertion is not signed');
  return signed.has(signable[0]);
}

/** Refuses a response with an error status, naming its innermost code. */
function checkStatus(elements: readonly XmlElement[]): void {
  const codes = elements
    .filter(({ name }) => name === 'StatusCode')
    .map(({ attributes }) => /[^:]*$/.exec(attributes.get('Value') ?? '')?.[0] ?? '');
  if (codes[0] === 'Success') return;
  const status = codes.filter((code) => /^[A-Za-z]{1,40}$/.test(code)).at(-1) ?? 'no status';
  throw new UnusableXmlError(`the provider refused the login (${status})`);
}

/** Reads the request id and destination of an answer. @throws UnusableXmlError for an invalid one */
export function readAnswer(xml: string): Omit<SamlResponse, 'xml'> {
  const elements = xmlElements(xml);
  const [root] = elements;
  if (root?.name !== 'Response') throw new UnusableXmlError('it is not a SAML response');
  for (const element of elements) {
    const reason = Object.hasOwn(forbidden, element.name) ? forbidden[element.name] : undefined;
    if (reason !== undefined) throw new UnusableXmlError(reason);
    checkAlgorithms(element);
  }
  checkIds(elements);
  checkStatus(elements);
  const assertions = elements.filter(({ name }) => name === 'Assertion');
  const [assertion] = assertions;
  if (!assertion) throw new UnusableXmlError('it contains no assertion');
  const isWrapped = elements.filter(({ name }) => name === 'Response').length > 1;
  if (isWrapped || assertions.length > 1 || assertion.parent !== root)
    throw new UnusableXmlError('it contains more than one assertion, or one in an unexpected place');
  return {
    requestId: root.attributes.get('InResponseTo') ?? '',
    destination: root.attributes.get('Destination') ?? '',
    isResponseSigned: checkSignatures(elements, [root, assertion]),
  };
}
