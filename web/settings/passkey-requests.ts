// Requests passkeys from the browser, and converts the answers to the server's form. Conversions are written
// out for browsers that support passkeys but not yet their JSON.

import type { AnswerOf, InputOf } from '../../client/api-types.ts';
import type { ErrorText } from '../components/error-text.ts';
import { problemOfRefusal } from '../data/attempt.ts';
import { t } from '../i18n/words.ts';

type NewPasskey = InputOf<'add-passkey'>['passkey'];
export type PasskeyAssertion = NonNullable<InputOf<'begin-passkey'>['passkey']>;

/** The text when there is no passkey. */
type NoPasskeyText = 'factor.noPasskey' | 'factor.passkeyThere';

/** No passkey was provided: the request was canceled, or the device has none. */
class NoPasskey extends Error {
  /** The text to show. */
  readonly words: NoPasskeyText;

  constructor(words: NoPasskeyText) {
    super(words);
    this.words = words;
  }
}

/** The text for an error of a passkey request. */
export function passkeyErrorText(error: unknown): ErrorText {
  return error instanceof NoPasskey ? { text: t(error.words) } : problemOfRefusal(error);
}

/** Whether this browser supports passkeys. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

type Descriptors = AnswerOf<'ask-for-passkey'>['question']['allowCredentials'];

function descriptorsOf(list: Descriptors): PublicKeyCredentialDescriptor[] {
  return list.map(({ id, transports }) => ({
    type: 'public-key',
    id: bytesOf(id),
    transports: transports as AuthenticatorTransport[],
  }));
}

/** Waits for a request. @throws NoPasskey */
async function answerOf(request: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await request;
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    const isRegistered = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new NoPasskey(isRegistered ? 'factor.passkeyThere' : 'factor.noPasskey');
  }
  throw new NoPasskey('factor.noPasskey');
}

/** Creates a passkey with an authenticator. @throws NoPasskey */
export async function createPasskey({ question }: AnswerOf<'begin-passkey'>): Promise<NewPasskey> {
  const { user, authenticatorSelection: selection } = question;
  const credential = await answerOf(
    navigator.credentials.create({
      publicKey: {
        ...question,
        challenge: bytesOf(question.challenge),
        user: { ...user, id: bytesOf(user.id) },
        pubKeyCredParams: question.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
        attestation: question.attestation as AttestationConveyancePreference,
        authenticatorSelection: {
          residentKey: selection.residentKey as ResidentKeyRequirement,
          userVerification: selection.userVerification as UserVerificationRequirement,
        },
        excludeCredentials: descriptorsOf(question.excludeCredentials),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  const publicKey = response.getPublicKey();
  if (!publicKey) throw new NoPasskey('factor.noPasskey');
  return {
    id: credential.id,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.getAuthenticatorData()),
      publicKey: textOf(publicKey),
      transports: response.getTransports(),
    },
  };
}

/** Requests a passkey from an authenticator. @throws NoPasskey */
export async function requestPasskey({ question }: AnswerOf<'ask-for-passkey'>): Promise<PasskeyAssertion> {
  const credential = await answerOf(
    navigator.credentials.get({
      publicKey: {
        ...question,
        challenge: bytesOf(question.challenge),
        userVerification: question.userVerification as UserVerificationRequirement,
        allowCredentials: descriptorsOf(question.allowCredentials),
      },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
    },
  };
}
