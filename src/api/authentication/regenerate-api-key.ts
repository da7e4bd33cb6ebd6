// POST /users/me/api_key/regenerate: replaces the caller's key. In a browser, accounts with two-factor log-in
// must prove their identity again: a key outlives the session, which may have been stolen.

import { mailNewApiKey } from '../../actions/accounts/security-mails.ts';
import { anyText, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally } from '../../api-contract/parameter.ts';
import type { Writer } from '../../storage/session.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import { writeOperation } from '../operation.ts';
import { requireUnchangedAccess } from '../users/acting.ts';
import { replaceApiKey } from './new-api-key.ts';
import { withProof } from './own-proof.ts';
import { factorParameters } from './shown-factor.ts';

export const regenerateApiKey = writeOperation({
  name: 'regenerate-api-key',
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  summary: 'Replace your API key.',
  access: 'account',
  needsRecentProof: { unless: 'password' },
  parameters: {
    password: optionally(
      shortText,
      'Your password, with a second factor where your account has one: in place of a recent proof, and needed where the request comes with the session of a browser and your account has two-factor log-in.',
    ),
    ...factorParameters,
  },
  result: { api_key: anyText },
  async handle(context, { password, ...shown }) {
    const { actor, reader, services } = context;
    const { account, sessionId } = actor;
    const renew = async (writer: Writer) => {
      await requireUnchangedAccess(writer, account);
      await mailNewApiKey(writer, account);
      return replaceApiKey(writer, services.keyring, account.id);
    };
    const requiresProof = async (by: typeof reader) =>
      sessionId !== undefined && (await hasSecondFactor(by, account.id));
    const proofRequired = () => badRequest('Show that it is you, with your password and your second factor.');
    if (sessionId !== undefined && password !== undefined)
      return { api_key: await withProof(context, { password, ...shown }, renew) };
    if (await requiresProof(reader)) throw proofRequired();
    const apiKey = await context.write(async (writer) => {
      // A second factor may have been enabled meanwhile.
      if (await requiresProof(writer)) throw proofRequired();
      return renew(writer);
    });
    return { api_key: apiKey };
  },
});
