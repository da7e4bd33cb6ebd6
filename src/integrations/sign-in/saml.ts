// A provider of SAML 2.0. The browser takes a question there in an address, and posts here what it was given: a signed
// assertion. What was posted is looked at here (`saml-shape.ts`) and checked beside the event loop (`saml-verification.ts`).

import { isUtf8 } from 'node:buffer';
import { type SamlProvider, storedIssuer } from '../../model/sign-in/configuration.ts';
import { doorPath, type PostedAnswer, type SamlDoor, type SamlQuestion } from '../../model/sign-in/doors.ts';
import { type Identity, SignInFailed } from '../../model/sign-in/identity.ts';
import { nameIn, vouchedAddress } from './claims.ts';
import { saidIn } from './said.ts';
import { firstOf, PERSISTENT } from './saml-assertion.ts';
import { answerShape } from './saml-shape.ts';
import type { VerifiedPerson } from './saml-verification.ts';
import type { SamlVerifier } from './saml-verifier.ts';
import { UnusableXml } from './saml-xml.ts';

/** One provider. */
export class SamlFormDoor implements SamlDoor {
  readonly answers = 'by a form';
  readonly provider: SamlProvider;
  readonly #verifier: Pick<SamlVerifier, 'verified'>;

  constructor(provider: SamlProvider, verifier: Pick<SamlVerifier, 'verified'>) {
    this.provider = provider;
    this.#verifier = verifier;
  }

  /** Where answers are taken, and what the provider calls this server. */
  #addresses(root: string) {
    const { provider } = this;
    const path = doorPath(provider);
    return {
      recipient: `${root}/complete/${path}/`,
      entityId: provider.entityId ?? `${root}/${path}/metadata.xml`,
    };
  }

  /** The form of names that is asked for. */
  get #nameForm(): string | null {
    return this.provider.subjectAttribute === undefined ? PERSISTENT : null;
  }

  async questionUrl({ root, requestId, relayState, asksAgain }: SamlQuestion): Promise<string> {
    const { SAML } = await import('@node-saml/node-saml');
    const { certificates, signInUrl } = this.provider;
    const { recipient, entityId } = this.#addresses(root);
    const library = new SAML({
      callbackUrl: recipient,
      issuer: entityId,
      entryPoint: signInUrl,
      idpCert: [...certificates],
      identifierFormat: this.#nameForm,
      disableRequestedAuthnContext: true,
      forceAuthn: asksAgain,
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
      identifierFormat: this.#nameForm,
      wantAssertionsSigned: true,
      generateUniqueId: () => '_parley',
    });
  }

  look(posted: string): PostedAnswer {
    const encoded = posted.replace(/[ \t\r\n]+/g, '');
    if (encoded === '' || encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded))
      throw this.#failed('what it sent cannot be decoded');
    const bytes = Buffer.from(encoded, 'base64');
    if (!isUtf8(bytes)) throw this.#failed('what it sent is no text in UTF-8');
    // It passes the mark over that a text may begin with.
    const xml = new TextDecoder().decode(bytes);
    try {
      return { xml, ...answerShape(xml) };
    } catch (error) {
      if (error instanceof UnusableXml) throw this.#failed(`what it sent is not taken: ${error.message}`);
      throw error;
    }
  }

  async identify(
    { xml, requestId, destination, isSignedWhole }: PostedAnswer,
    root: string,
  ): Promise<Identity> {
    const { issuer, subjectAttribute, certificates } = this.provider;
    const { recipient, entityId } = this.#addresses(root);
    if (destination !== '' && destination !== recipient)
      throw this.#untrusted('it was meant for another address');
    const provider = { issuer, subjectAttribute, certificates };
    const meant = { recipient, requestId, entityId };
    const said = await this.#verifier.verified({ ...provider, ...meant, xml, isSignedWhole });
    if ('refusal' in said) throw this.#untrusted(said.refusal);
    return this.#identityIn(said);
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
      said: saidIn(attributes, provider),
      authenticatedAt,
    };
  }

  #failed(reason: string): SignInFailed {
    return new SignInFailed(this.provider.name, reason);
  }

  #untrusted(reason: string): SignInFailed {
    return this.#failed(`what it says of you cannot be trusted (${reason})`);
  }
}
