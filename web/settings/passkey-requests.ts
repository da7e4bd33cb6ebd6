// Requests passkeys from the browser, whose JSON form of questions and answers is also the server's.

import type { AnswerOf, InputOf } from '../../client/api-types.ts';
import { CodedError } from '../../src/errors/coded-error.ts';
import type { ErrorText } from '../components/error-text.ts';
import { errorTextOf } from '../data/attempt.ts';
import { t } from '../i18n/texts.ts';

type NewPasskey = InputOf<'add-passkey'>['passkey'];
export type PasskeyAssertion = NonNullable<InputOf<'begin-passkey'>['passkey']>;

/** The text when there is no passkey. */
type NoPasskeyText = 'factor.noPasskey' | 'factor.passkeyThere';

/** No passkey was provided: the request was canceled, or the device has none. */
class NoPasskeyError extends CodedError {
  /** The key of the text to show. */
  readonly textKey: NoPasskeyText;

  constructor(textKey: NoPasskeyText) {
    super('NO_PASSKEY', textKey);
    this.textKey = textKey;
  }
}

/** The text for an error of a passkey request. */
export function passkeyErrorText(error: unknown): ErrorText {
  return error instanceof NoPasskeyError ? { text: t(error.textKey) } : errorTextOf(error);
}

/** Whether this browser supports passkeys, and converts their questions and answers from and to JSON. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** Waits for a request. @throws NoPasskeyError */
async function answerOf(request: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await request;
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    const isRegistered = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new NoPasskeyError(isRegistered ? 'factor.passkeyThere' : 'factor.noPasskey');
  }
  throw new NoPasskeyError('factor.noPasskey');
}

/** Creates a passkey with an authenticator. @throws NoPasskeyError */
export async function createPasskey({ question }: AnswerOf<'begin-passkey'>): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    question as PublicKeyCredentialCreationOptionsJSON,
  );
  const { id, response } = (
    await answerOf(navigator.credentials.create({ publicKey }))
  ).toJSON() as RegistrationResponseJSON;
  // Browsers do not read keys of kinds that they do not know.
  if (response.publicKey === undefined) throw new NoPasskeyError('factor.noPasskey');
  return { id, response: { ...response, publicKey: response.publicKey } };
}

/** Requests a passkey from an authenticator. @throws NoPasskeyError */
export async function requestPasskey({ question }: AnswerOf<'ask-for-passkey'>): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    question as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await answerOf(navigator.credentials.get({ publicKey }));
  return credential.toJSON() as AuthenticationResponseJSON;
}
