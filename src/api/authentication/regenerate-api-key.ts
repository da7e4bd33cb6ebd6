// POST /users/me/api_key/regenerate: replaces the caller's key. In a browser, accounts with two-factor authentication
// must prove their identity again: a key outlives the session, which may have been stolen.

import { mailNewApiKey } from '../../actions/accounts/security-mails.ts';
import { anyText, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally } from '../../api-contract/parameter.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import { writeOperation } from '../operation.ts';
import { requireUnchangedAccess } from '../users/acting-account.ts';
import { factorParameters } from './factor-parameters.ts';
import { replaceApiKey } from './new-api-key.ts';
import { withProof } from './own-proof.ts';

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
      'Your password, to be sent with your second factor if you have one. It replaces a recent proof, and is required in a browser session if your account has two-factor authentication.',
    ),
    ...factorParameters,
  },
  result: { api_key: anyText },
  async handle(context, { password, ...factorParameters }) {
    const { actor, reader, services } = context;
    const { account, sessionId } = actor;
    const renew = async (writer: Writer) => {
      await requireUnchangedAccess(writer, account);
      await mailNewApiKey(writer, account);
      return replaceApiKey(writer, services.keyring, account.id);
    };
    const requiresProof = async (by: typeof reader) =>
      sessionId !== undefined && (await hasSecondFactor(by, account.id));
    const proofRequired = () => badRequest('Confirm your identity with your password and second factor.');
    if (sessionId !== undefined && password !== undefined)
      return { api_key: await withProof(context, { password, ...factorParameters }, renew) };
    if (await requiresProof(reader)) throw proofRequired();
    const apiKey = await context.write(async (writer) => {
      // A second factor may have been enabled in the meantime.
      if (await requiresProof(writer)) throw proofRequired();
      return renew(writer);
    });
    return { api_key: apiKey };
  },
});
