// Asks the browser for passkeys, and says what it answered in the form that the server takes. Written out for browsers that know
// passkeys and not yet their JSON.

import type { AnswerOf, InputOf } from '../../client/api-types.ts';
import type { Problem } from '../components/problem.ts';
import { reasonOf } from '../data/attempt.ts';
import { t } from '../i18n/words.ts';

type NewPasskey = InputOf<'add-passkey'>['passkey'];
export type ShownPasskey = NonNullable<InputOf<'begin-passkey'>['passkey']>;

/** What is said where no passkey came. */
type NoPasskeyWords = 'factor.noPasskey' | 'factor.passkeyThere';

/** No passkey came: nobody touched anything, or the device has none. */
class NoPasskey extends Error {
  /** What is said of it. */
  readonly words: NoPasskeyWords;

  constructor(words: NoPasskeyWords) {
    super(words);
    this.words = words;
  }
}

/** What is said of an error where a passkey was asked for. */
export function problemOf(error: unknown): Problem {
  return error instanceof NoPasskey ? { text: t(error.words) } : reasonOf(error);
}

/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
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

function described(list: Descriptors): PublicKeyCredentialDescriptor[] {
  return list.map(({ id, transports }) => ({
    type: 'public-key',
    id: bytesOf(id),
    transports: transports as AuthenticatorTransport[],
  }));
}

/** What comes of asking. @throws NoPasskey */
async function answered(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const made = await asking;
    if (made) return made as PublicKeyCredential;
  } catch (error) {
    const isThere = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new NoPasskey(isThere ? 'factor.passkeyThere' : 'factor.noPasskey');
  }
  throw new NoPasskey('factor.noPasskey');
}

/** Has an authenticator make a passkey. @throws NoPasskey */
export async function makePasskey({ question }: AnswerOf<'begin-passkey'>): Promise<NewPasskey> {
  const { user, authenticatorSelection: selection } = question;
  const made = await answered(
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
        excludeCredentials: described(question.excludeCredentials),
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  const publicKey = response.getPublicKey();
  if (!publicKey) throw new NoPasskey('factor.noPasskey');
  return {
    id: made.id,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.getAuthenticatorData()),
      publicKey: textOf(publicKey),
      transports: response.getTransports(),
    },
  };
}

/** Has an authenticator show a passkey. @throws NoPasskey */
export async function showPasskey({ question }: AnswerOf<'ask-for-passkey'>): Promise<ShownPasskey> {
  const shown = await answered(
    navigator.credentials.get({
      publicKey: {
        ...question,
        challenge: bytesOf(question.challenge),
        userVerification: question.userVerification as UserVerificationRequirement,
        allowCredentials: described(question.allowCredentials),
      },
    }),
  );
  const response = shown.response as AuthenticatorAssertionResponse;
  return {
    id: shown.id,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
    },
  };
}
