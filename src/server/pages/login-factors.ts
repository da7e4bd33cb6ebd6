// The second factors of a login after the password: which ones a person can use or set up, and the values
// that the forms send.

import type { LoginDependencies } from '../../actions/accounts/counted-attempts.ts';
import {
  confirmFirstCode,
  confirmPasskey,
  type FactorAttempt,
  wrongCode,
} from '../../actions/accounts/login-step.ts';
import { newPasskeyOptions, passkeyOptions } from '../../actions/accounts/passkeys.ts';
import type { PresentedFactor } from '../../actions/accounts/second-factor.ts';
import { newPasskeyAnswer, passkeyAnswer, relyingPartyOf } from '../../api/authentication/passkey-answers.ts';
import { type Codec, decodedOrUndefined } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { parseJson } from '../../api-contract/json.ts';
import { type AccountRow, accountOf } from '../../model/accounts/account.ts';
import { programName } from '../../model/accounts/program-name.ts';
import { type RelyingParty, relyingPartyAt } from '../../model/passkeys/relying-party.ts';
import { authenticatorUrl } from '../../model/second-factor/enrolment.ts';
import { hasPasskey } from '../../stores/second-factor/passkey-store.ts';
import { hasAuthenticator } from '../../stores/second-factor/second-factor-store.ts';
import type { EnrolmentOptions, FactorOptions } from './login-step-html.ts';
import type { PageForm } from './page-form.ts';

/** The dependencies of a login step. */
export interface LoginStepDependencies extends LoginDependencies {
  /** The organization's address as the request reached it. */
  readonly organizationUrl: string;
}

/** The factors that a person can use. */
export async function factorOptions(
  dependencies: LoginStepDependencies,
  { id }: AccountRow,
): Promise<FactorOptions> {
  const { reader, organizationUrl } = dependencies;
  const relyingParty = relyingPartyAt(organizationUrl);
  const hasAnyPasskey = await hasPasskey(reader, id);
  const passkey =
    hasAnyPasskey && relyingParty
      ? await dependencies.write((writer) => passkeyOptions(writer, id, { relyingParty, step: 'log-in' }))
      : undefined;
  return { hasAuthenticator: await hasAuthenticator(reader, id), passkey, hasPasskey: hasAnyPasskey };
}

/** What a person can set up: an authenticator with this secret, or a passkey. */
export async function enrolmentOptions(
  dependencies: LoginStepDependencies,
  row: AccountRow,
  secret: string,
): Promise<EnrolmentOptions> {
  const relyingParty = relyingPartyAt(dependencies.organizationUrl);
  const ask = (to: RelyingParty) =>
    dependencies.write((writer) =>
      newPasskeyOptions(writer, dependencies.keyring, accountOf(row), { relyingParty: to, step: 'enrol' }),
    );
  return {
    secret,
    address: authenticatorUrl(secret, dependencies.organization.name, row.email),
    passkey: relyingParty && (await ask(relyingParty)),
  };
}

/**
 * The answer that the page's script got from an authenticator; undefined if there is none.
 * @throws 400 if it is malformed
 */
function passkeyIn<T>(form: PageForm, codec: Codec<T>): T | undefined {
  const text = form.text('passkey');
  if (text === '') return undefined;
  const answer = decodedOrUndefined(codec, parseJson(text));
  if (!answer) throw badRequest('passkey is malformed').onPages({ code: 'WRONG_PASSKEY' });
  return answer;
}

/**
 * The second factor in a form.
 * @throws 400 if it is malformed
 */
export function factorInForm(dependencies: LoginStepDependencies, form: PageForm): PresentedFactor {
  const passkey = passkeyIn(form, passkeyAnswer);
  if (!passkey) return { code: form.text('code') };
  return { passkey, relyingParty: relyingPartyOf(dependencies), step: 'log-in' };
}

/** The form of the page for setting up a second factor. */
interface EnrolmentForm {
  readonly form: PageForm;
  /** The secret of the authenticator that it showed. */
  readonly secret: string;
  readonly attempt: Pick<FactorAttempt, 'loginMethod' | 'source'>;
}

/**
 * Enables the authenticator or passkey that a person has set up, and returns the recovery codes.
 * @throws if the code or answer is wrong
 */
export async function enrol(
  dependencies: LoginStepDependencies,
  row: AccountRow,
  { form, secret, attempt }: EnrolmentForm,
): Promise<readonly string[]> {
  const answer = passkeyIn(form, newPasskeyAnswer);
  if (answer) {
    const name = programName(attempt.source.userAgent);
    const newPasskey = { name, answer, relyingParty: relyingPartyOf(dependencies), step: 'enrol' } as const;
    return (await confirmPasskey(dependencies, row, attempt, newPasskey)).recoveryCodes;
  }
  const codes = await confirmFirstCode(dependencies, row, {
    code: form.text('code'),
    shownSecret: secret,
    ...attempt,
  });
  if (!codes) throw wrongCode();
  return codes;
}
