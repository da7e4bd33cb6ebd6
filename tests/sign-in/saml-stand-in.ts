// A SAML 2.0 identity provider on loopback: it reads the request from the address, signs its answer with its own key
// (xml-crypto), and returns the form that the browser posts. Tests can change what it says, signs and sends.

import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { escapeHtml } from '../../src/model/html-text.ts';
import type { SamlProvider, SignInConfiguration } from '../../src/model/sign-in/sign-in-configuration.ts';
import { startStandIn } from '../calls/stand-in.ts';
import { Browser, type BrowserAnswer } from '../support/browser.ts';
import { type KeyAndCertificate, selfSigned } from '../support/certificate.ts';

export const SAML_LOGIN = '/accounts/login/social/saml/staff';
export const SAML_COMPLETE = '/complete/saml/staff/';
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** The request that a browser delivered. */
export interface Question {
  readonly id: string;
  /** The requester's entity id. */
  readonly issuer: string;
  /** Where the answer is to be posted. */
  readonly answerTo: string;
  readonly relayState: string;
  readonly xml: string;
}

/** The provider's claims; each part can be made invalid. */
export interface SamlClaims {
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly destination: string;
  readonly inResponseTo: string;
  /** Seconds from now. */
  readonly notBefore: number;
  readonly notOnOrAfter: number;
  readonly key: KeyAndCertificate;
  readonly signs: readonly ('Assertion' | 'Response')[];
  readonly signatureAlgorithm: string;
  readonly digestAlgorithm: string;
  /** Modifies the assertion and the response before they are signed. */
  readonly before: (xml: string) => string;
  /** Modifies what was signed. */
  readonly after: (xml: string) => string;
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

function attributeStatement(attributes: SamlClaims['attributes']): string {
  const all = Object.entries(attributes).map(([name, value]) => {
    const values = (typeof value === 'string' ? [value] : value).map(
      (one) => `<saml:AttributeValue>${escapeHtml(one)}</saml:AttributeValue>`,
    );
    return `<saml:Attribute Name="${escapeHtml(name)}">${values.join('')}</saml:Attribute>`;
  });
  return all.length > 0 ? `<saml:AttributeStatement>${all.join('')}</saml:AttributeStatement>` : '';
}

function unsigned(claims: SamlClaims): string {
  const [from, until] = [at(claims.notBefore), at(claims.notOnOrAfter)];
  const issuer = `<saml:Issuer>${escapeHtml(claims.issuer)}</saml:Issuer>`;
  const reply = claims.inResponseTo === '' ? '' : ` InResponseTo="${escapeHtml(claims.inResponseTo)}"`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_response" Version="2.0" IssueInstant="${at(0)}" Destination="${escapeHtml(claims.destination)}"${reply}>${issuer}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="_assertion" Version="2.0" IssueInstant="${at(0)}">${issuer}<saml:Subject><saml:NameID Format="${claims.nameIdFormat}">${escapeHtml(claims.nameId)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${escapeHtml(claims.recipient)}" NotOnOrAfter="${until}"${reply}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${escapeHtml(claims.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_session"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributeStatement(claims.attributes)}</saml:Assertion></samlp:Response>`;
}

/** Signs an element whose issuer precedes the signature. */
function signed(xml: string, element: 'Assertion' | 'Response', claims: SamlClaims): string {
  const xpath = `//*[local-name(.)='${element}']`;
  const signature = new SignedXml({
    privateKey: claims.key.keyText,
    publicCert: claims.key.certificate,
    signatureAlgorithm: claims.signatureAlgorithm,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signature.addReference({
    xpath,
    digestAlgorithm: claims.digestAlgorithm,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  const location = { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } as const;
  signature.computeSignature(xml, { location, prefix: 'ds' });
  return signature.getSignedXml();
}

export interface SamlStandIn {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: KeyAndCertificate;
  /** Its changed claims, from now on. */
  changedClaims: Partial<SamlClaims>;
  /** The requests it received. */
  readonly requests: Question[];
  /** An answer to a request, as a browser posts it. */
  answer(question: Question, changes?: Partial<SamlClaims>): string;
}

export async function startSaml(): Promise<SamlStandIn> {
  const standIn = await startStandIn();
  const url = standIn.url.slice(0, -1);
  const key = selfSigned();
  const provider: SamlStandIn = {
    url,
    key,
    changedClaims: {},
    requests: [],
    answer(question, changes = {}) {
      const claims: SamlClaims = {
        nameId: 'mel-of-the-staff',
        nameIdFormat: PERSISTENT,
        attributes: { email: 'mel@example.com', displayName: 'Mel Member' },
        issuer: `${url}/metadata`,
        audience: question.issuer,
        recipient: question.answerTo,
        destination: question.answerTo,
        inResponseTo: question.id,
        notBefore: -5,
        notOnOrAfter: 300,
        key,
        signs: ['Assertion'],
        signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
        before: (xml) => xml,
        after: (xml) => xml,
        ...provider.changedClaims,
        ...changes,
      };
      const xml = claims.signs.reduce(
        (text, element) => signed(text, element, claims),
        claims.before(unsigned(claims)),
      );
      return Buffer.from(claims.after(xml)).toString('base64');
    },
  };
  standIn.answer = ({ url: { pathname, searchParams } }) => {
    if (pathname !== '/sso') return { status: 404, body: '' };
    const deflated = Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64');
    const xml = inflateRawSync(deflated, { maxOutputLength: 10_000 }).toString();
    const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
    const question = {
      id: found(/ ID="([^"]+)"/),
      issuer: found(/<saml:Issuer[^>]*>([^<]+)</),
      answerTo: found(/AssertionConsumerServiceURL="([^"]+)"/),
      relayState: searchParams.get('RelayState') ?? '',
      xml,
    };
    provider.requests.push(question);
    let answer: string;
    try {
      answer = provider.answer(question);
    } catch (error) {
      return { status: 500, body: String(error) };
    }
    const field = (name: string, value: string) =>
      `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
    const body = `<!doctype html><form method="post" action="${question.answerTo}">${field('SAMLResponse', answer)}${field('RelayState', question.relayState)}</form><script>document.forms[0].submit()</script>`;
    return { body };
  };
  return provider;
}

/** A configuration with one SAML provider. */
export function samlConfiguration(
  { url, key }: Pick<SamlStandIn, 'url' | 'key'>,
  changes: Partial<SamlProvider> = {},
): SignInConfiguration {
  const provider: SamlProvider = {
    kind: 'saml',
    id: 'staff',
    name: 'Staff',
    icon: undefined,
    organizations: [],
    domains: ['example.com', 'example.org'],
    signUp: true,
    issuer: `${url}/metadata`,
    signInUrl: `${url}/sso`,
    certificates: [key.certificate],
    entityId: undefined,
    subjectAttribute: undefined,
    addressAttribute: 'email',
    nameAttributes: ['displayName'],
    roles: undefined,
    groups: undefined,
    profileFields: [],
    ...changes,
  };
  return { providers: [provider], directories: [] };
}

/** A form that a provider's page makes a browser post. */
export interface PostedForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Sends a browser to the provider; returns the form that it comes back with. */
export async function formOf(browser: Browser, path = SAML_LOGIN): Promise<PostedForm> {
  const redirect = await browser.send('GET', path, {}, {});
  assert.equal(redirect.status, 302, redirect.text);
  const providerAnswer = await fetch(redirect.headers.location ?? '');
  const page = await providerAnswer.text();
  assert.equal(providerAnswer.status, 200, page);
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  return { action, fields: Object.fromEntries(fields) };
}

/** Posts a form as from another site's page: without the cookies withheld from such pages. */
export async function post({ action, fields }: PostedForm): Promise<BrowserAnswer> {
  const { origin, pathname } = new URL(action);
  const headers = { origin: 'http://idp.example.net', 'sec-fetch-site': 'cross-site' };
  return new Browser(origin).send('POST', pathname, fields, headers);
}

/** Posts a form, and follows the redirect, if any. */
export async function goBack(browser: Browser, form: PostedForm): Promise<BrowserAnswer> {
  const postAnswer = await post(form);
  if (postAnswer.status !== 303) return postAnswer;
  const onward = new URL(postAnswer.headers.location ?? '', form.action);
  return browser.send('GET', onward.pathname + onward.search, {}, { 'sec-fetch-site': 'cross-site' });
}

/** Goes to the provider and back. */
export async function signInBySaml(browser: Browser, path = SAML_LOGIN): Promise<BrowserAnswer> {
  return goBack(browser, await formOf(browser, path));
}
