// Login with SAML 2.0. The browser takes a request to the provider in an address, and posts a signed
// assertion here. The answer's structure is checked here (`saml-structure.ts`), its signature in a worker
// process (`saml-verification.ts`).

import { isUtf8 } from 'node:buffer';
import { type Identity, SignInError } from '../../model/sign-in/identity.ts';
import {
  providerPath,
  type SamlProviderClient,
  type SamlRequest,
  type SamlResponse,
} from '../../model/sign-in/provider-clients.ts';
import { type SamlProvider, storedIssuer } from '../../model/sign-in/sign-in-configuration.ts';
import { mappedClaims } from './claim-mapping.ts';
import { nameIn, vouchedAddress } from './claims.ts';
import { firstOf, PERSISTENT } from './saml-assertion.ts';
import { readAnswer } from './saml-structure.ts';
import type { VerifiedPerson } from './saml-verification.ts';
import type { SamlVerifier } from './saml-verifier.ts';
import { UnusableXmlError } from './saml-xml.ts';

export class SamlFormLogin implements SamlProviderClient {
  readonly flow = 'form';
  readonly provider: SamlProvider;
  readonly #verifier: Pick<SamlVerifier, 'verify'>;

  constructor(provider: SamlProvider, verifier: Pick<SamlVerifier, 'verify'>) {
    this.provider = provider;
    this.#verifier = verifier;
  }

  /** The address that accepts answers, and the id that the provider knows this server by. */
  #addresses(root: string) {
    const { provider } = this;
    const path = providerPath(provider);
    return {
      recipient: `${root}/complete/${path}/`,
      entityId: provider.entityId ?? `${root}/${path}/metadata.xml`,
    };
  }

  /** The requested NameID format. */
  get #nameIdFormat(): string | null {
    return this.provider.subjectAttribute === undefined ? PERSISTENT : null;
  }

  async requestUrl({ root, requestId, relayState, forcesLogin }: SamlRequest): Promise<string> {
    const { SAML } = await import('@node-saml/node-saml');
    const { certificates, signInUrl } = this.provider;
    const { recipient, entityId } = this.#addresses(root);
    const library = new SAML({
      callbackUrl: recipient,
      issuer: entityId,
      entryPoint: signInUrl,
      idpCert: [...certificates],
      identifierFormat: this.#nameIdFormat,
      disableRequestedAuthnContext: true,
      forceAuthn: forcesLogin,
      generateUniqueId: () => requestId,
    });
    return library.getAuthorizeUrlAsync(relayState, undefined, {});
  }

  async metadata(root: string): Promise<string> {
    const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
    const { recipient, entityId } = this.#addresses(root);
    return generateServiceProviderMetadata({
      issuer: entityId,
      callbackUrl: recipient,
      identifierFormat: this.#nameIdFormat,
      wantAssertionsSigned: true,
      generateUniqueId: () => '_parley',
    });
  }

  parse(posted: string): SamlResponse {
    const encoded = posted.replace(/[ \t\r\n]+/g, '');
    if (encoded === '' || encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded))
      throw this.#error('the response cannot be decoded');
    const bytes = Buffer.from(encoded, 'base64');
    if (!isUtf8(bytes)) throw this.#error('the response is not UTF-8 text');
    // `TextDecoder` skips a byte order mark.
    const xml = new TextDecoder().decode(bytes);
    try {
      return { xml, ...readAnswer(xml) };
    } catch (error) {
      if (error instanceof UnusableXmlError)
        throw this.#error(`the response is not accepted: ${error.message}`);
      throw error;
    }
  }

  async identify(
    { xml, requestId, destination, isResponseSigned }: SamlResponse,
    root: string,
  ): Promise<Identity> {
    const { issuer, subjectAttribute, certificates } = this.provider;
    const { recipient, entityId } = this.#addresses(root);
    if (destination !== '' && destination !== recipient)
      throw this.#untrustedError('it is meant for another address');
    const provider = { issuer, subjectAttribute, certificates };
    const expected = { recipient, requestId, entityId };
    const result = await this.#verifier.verify({
      ...provider,
      ...expected,
      xml,
      isResponseSigned,
    });
    if ('error' in result) throw this.#untrustedError(result.error);
    return this.#identityIn(result);
  }

  #identityIn({ subject, attributes, authenticatedAt }: VerifiedPerson): Identity {
    const { provider } = this;
    const email = firstOf(attributes, provider.addressAttribute);
    const names = provider.nameAttributes.map((name) => firstOf(attributes, name));
    return {
      issuer: storedIssuer(provider),
      subject,
      address: vouchedAddress(provider, email, true),
      fullName: nameIn(names.filter((name) => name !== '').join(' ')),
      claims: mappedClaims(attributes, provider),
      authenticatedAt,
    };
  }

  #error(reason: string): SignInError {
    return new SignInError(this.provider.name, reason);
  }

  #untrustedError(reason: string): SignInError {
    return this.#error(`the response cannot be trusted (${reason})`);
  }
}
