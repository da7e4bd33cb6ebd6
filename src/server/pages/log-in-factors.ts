// The second factors of somebody between their password and being in: by which they may show that it is they, or which they may set
// up; and what the form of such a page brought.

import type { LogInPlace } from '../../actions/accounts/counted-attempts.ts';
import {
  codeRefused,
  confirmFirstCode,
  confirmPasskey,
  type FactorAttempt,
} from '../../actions/accounts/log-in-step.ts';
import { askForNewPasskey, askForPasskey } from '../../actions/accounts/passkeys.ts';
import type { ShownFactor } from '../../actions/accounts/second-factor.ts';
import { newPasskeyAnswer, passkeyAnswer, relyingPartyOf } from '../../api/authentication/passkey-answers.ts';
import type { Codec } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { parseJson } from '../../api-contract/json.ts';
import { type AccountRow, accountOf } from '../../model/accounts/account.ts';
import { programName } from '../../model/accounts/program-name.ts';
import { type RelyingParty, relyingPartyAt } from '../../model/passkeys/relying-party.ts';
import { authenticatorAddress } from '../../model/second-factor/enrolment.ts';
import { hasPasskey } from '../../stores/second-factor/passkey-store.ts';
import { hasAuthenticator } from '../../stores/second-factor/second-factor-store.ts';
import type { AskedEnrolment, AskedFactors } from './log-in-step-html.ts';
import type { PageForm } from './page-form.ts';

/** Where somebody logs in. */
export interface StepPlace extends LogInPlace {
  /** The organization's address as the request reached it. */
  readonly organizationUrl: string;
}

/** By what somebody may show that it is they. */
export async function askedFactors(place: StepPlace, { id }: AccountRow): Promise<AskedFactors> {
  const { reader, organizationUrl } = place;
  const relyingParty = relyingPartyAt(organizationUrl);
  const hasSome = await hasPasskey(reader, id);
  const passkey =
    hasSome && relyingParty
      ? await place.write((writer) => askForPasskey(writer, id, { relyingParty, step: 'log-in' }))
      : undefined;
  return { hasAuthenticator: await hasAuthenticator(reader, id), passkey, hasPasskey: hasSome };
}

/** What somebody may set up: the authenticator with a secret, or a passkey. */
export async function askedEnrolment(
  place: StepPlace,
  row: AccountRow,
  secret: string,
): Promise<AskedEnrolment> {
  const relyingParty = relyingPartyAt(place.organizationUrl);
  const ask = (to: RelyingParty) =>
    place.write((writer) =>
      askForNewPasskey(writer, place.keyring, accountOf(row), { relyingParty: to, step: 'enrol' }),
    );
  return {
    secret,
    address: authenticatorAddress(secret, place.organization.name, row.email),
    passkey: relyingParty && (await ask(relyingParty)),
  };
}

/** What the script of a page brought from an authenticator; undefined: nothing. @throws 400 for what is none */
function passkeyIn<T>(form: PageForm, codec: Codec<T>): T | undefined {
  const text = form.text('passkey');
  if (text === '') return undefined;
  const value = parseJson(text);
  if (value === undefined) throw badRequest('passkey is not valid JSON');
  return codec.decode(value, 'passkey');
}

/** What a form shows besides the password. @throws 400 for what is none */
export function shownFactor(place: StepPlace, form: PageForm): ShownFactor {
  const passkey = passkeyIn(form, passkeyAnswer);
  if (!passkey) return { code: form.text('code') };
  return { passkey, relyingParty: relyingPartyOf(place), step: 'log-in' };
}

/** A form of the page on which somebody sets a second factor up. */
interface EnrolmentForm {
  readonly form: PageForm;
  /** The secret of the authenticator that it showed. */
  readonly secret: string;
  readonly way: Pick<FactorAttempt, 'door' | 'source'>;
}

/** Switches on the authenticator, or the passkey, that somebody has set up; gives their recovery codes. @throws for a wrong one */
export async function enrol(
  place: StepPlace,
  row: AccountRow,
  { form, secret, way }: EnrolmentForm,
): Promise<readonly string[]> {
  const answer = passkeyIn(form, newPasskeyAnswer);
  if (answer) {
    const name = programName(way.source.userAgent);
    const brought = { name, answer, relyingParty: relyingPartyOf(place), step: 'enrol' } as const;
    return (await confirmPasskey(place, row, way, brought)).recoveryCodes;
  }
  const codes = await confirmFirstCode(place, row, { code: form.text('code'), shown: secret, ...way });
  if (!codes) throw codeRefused();
  return codes;
}
