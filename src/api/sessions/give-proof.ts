// POST /users/me/proof: proves the identity of the person at a browser, so that its session may call operations
// that need a recent proof.

import { confirmPassword } from '../../actions/accounts/log-in.ts';
import { withFactor, wrongFactor } from '../../actions/accounts/login-step.ts';
import { recordIdentityConfirmed } from '../../actions/sessions/change-session.ts';
import { integer, shortText } from '../../api-contract/codec.ts';
import { badRequest, notLoggedIn } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import { type FactorParameters, factorIn, factorParameters } from '../authentication/factor-parameters.ts';
import { loginDependenciesOf } from '../authentication/login-dependencies.ts';
import { hasPassword } from '../authentication/own-password.ts';
import { ownAccountRow } from '../authentication/own-proof.ts';
import { type WriteContext, writeOperation } from '../operation.ts';

/** Uses up the second factor in the same unit of work that records the proof. */
async function byFactor(
  context: WriteContext,
  parameters: FactorParameters,
  recordProof: (writer: Writer) => Promise<number>,
) {
  const factor = factorIn(context, parameters);
  if (!factor) throw badRequest('Send your password, a code or a passkey response.');
  const row = await ownAccountRow(context);
  if (!(await hasSecondFactor(context.reader, row.id)))
    throw badRequest('You have not set up two-factor authentication.');
  const attempt = { factor, loginMethod: 'settings', source: context.source } as const;
  const until = await withFactor(loginDependenciesOf(context), row, attempt, recordProof);
  if (until === undefined) throw badRequest(wrongFactor(factor).message);
  return until;
}

export const giveProof = writeOperation({
  name: 'give-proof',
  method: 'POST',
  path: '/users/me/proof',
  summary:
    'Confirm your identity with your password or a second factor, for requests that need a recent proof.',
  access: 'human',
  rateLimit: 'login',
  parameters: {
    password: optionally(shortText, "Your password, or that of your organization's directory."),
    ...factorParameters,
  },
  result: {
    /** Until when it is valid, in seconds since 1970. */
    proven_until: integer(),
  },
  async handle(context, { password, ...factorParameters }) {
    const { actor, source } = context;
    const { account, sessionId } = actor;
    if (sessionId === undefined) throw badRequest('Requests with an API key need no proof.');
    const recordProof = async (writer: Writer): Promise<number> => {
      if (!(await recordIdentityConfirmed(writer, account.id, sessionId))) throw notLoggedIn();
      return writer.now + limits.recentProofSeconds;
    };
    if (password === undefined)
      return { proven_until: await byFactor(context, factorParameters, recordProof) };
    const { services, state, reader } = context;
    if (!(await hasPassword({ services, organization: state.organization, reader }, account.id)))
      throw badRequest(
        'You cannot confirm your identity with a password. Log in again with your identity provider.',
      );
    const attempt = { password, loginMethod: 'settings', source, sessionId } as const;
    const isRight = await confirmPassword(
      loginDependenciesOf(context),
      await ownAccountRow(context),
      attempt,
    );
    if (!isRight) throw badRequest('Wrong password!');
    return { proven_until: await context.write(recordProof) };
  },
});
