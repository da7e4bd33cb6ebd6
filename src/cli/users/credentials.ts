// `user reset-password`, `user reset-second-factor` and `user api-key`: restore access to an account.

import { newPasswordLink } from '../../actions/accounts/password-reset.ts';
import { removeSecondFactorOf } from '../../actions/accounts/second-factor.ts';
import { mailPasswordChanged } from '../../actions/accounts/security-mails.ts';
import { audit } from '../../actions/audit/audit.ts';
import { replaceApiKey } from '../../api/authentication/new-api-key.ts';
import { unsealApiKey } from '../../model/accounts/credentials.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import { accountRowById, updateAccount } from '../../stores/accounts/account-store.ts';
import { clearFailures } from '../../stores/accounts/login-failures.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { clearWrongCodes } from '../../stores/second-factor/wrong-code-store.ts';
import { firstLineOf } from '../flag-values.ts';
import { organizationCommand, textFlag } from '../organization-command.ts';
import { UsageError } from '../usage.ts';
import { accountByNameOrId } from './named-account.ts';
import { ADDRESS_HELP, addressFlag, organizationAddress } from './organization-address.ts';

export const resetPassword = organizationCommand({
  name: 'user reset-password',
  parameters: ['EMAIL'],
  help: `Prints a link to set a new password. It is valid for a day.
  --password-file F    sets the first line of the file as the password instead; ends all sessions, replaces the API
                       key, and unlinks identity providers, which find the account by its email address again
${ADDRESS_HELP}`,
  flags: { 'password-file': { type: 'string' }, ...addressFlag },
  async run(context) {
    const { reader, positionals } = context;
    const account = await accountByNameOrId(reader, positionals[0] ?? '');
    if (account.isBot) throw new UsageError('Bots have no password. Use "user api-key" to print their key.');
    if (!account.isActive) throw new UsageError(`${account.email} is deactivated.`);
    const file = textFlag(context, 'password-file');
    if (file === undefined) {
      const organizationUrl = await organizationAddress(context, true);
      const link = await context.write(async (writer) => {
        await audit(writer, { kind: 'password_link_made', accountId: account.id });
        return newPasswordLink(writer, account.id, organizationUrl);
      });
      return { text: `${link}\n`, json: { user_id: account.id, password_link: link } };
    }
    const password = await firstLineOf(file);
    const { name } = await readOrganization(reader);
    const organizationTerms = organizationWords(name, await organizationAddress(context, false));
    await checkPassword(password, [account.email, account.fullName, ...organizationTerms]);
    const passwordHash = await hashPassword(password);
    const keyring = await context.keyring();
    await context.write(async (writer) => {
      await updateAccount(writer, account.id, { password_hash: passwordHash });
      await audit(writer, { kind: 'password_changed', accountId: account.id, details: { by: 'command' } });
      await clearFailures(writer, keyring, account.email);
      await clearWrongCodes(writer, account.id);
      await replaceApiKey(writer, keyring, account.id);
      await mailPasswordChanged(writer, account);
    });
    return { text: `Changed the password of ${account.email}.\n`, json: { user_id: account.id } };
  },
});

export const showApiKey = organizationCommand({
  name: 'user api-key',
  parameters: ['EMAIL'],
  help: `Prints an account's API key.
  --new                replaces the key first; ends all sessions and unlinks identity providers, which find the
                       account by its email address again
`,
  flags: { new: { type: 'boolean' } },
  async run(context) {
    const account = await accountByNameOrId(context.reader, context.positionals[0] ?? '');
    if (!account.isActive) throw new UsageError(`${account.email} is deactivated.`);
    const keyring = await context.keyring();
    const key = await context.write(async (writer) => {
      if (context.flags.new) return replaceApiKey(writer, keyring, account.id);
      await audit(writer, { kind: 'api_key_shown', accountId: account.id });
      return unsealApiKey(keyring, (await accountRowById(writer, account.id))?.api_key_sealed ?? '');
    });
    return { text: `${key}\n`, json: { user_id: account.id, api_key: key } };
  },
});

export const resetSecondFactor = organizationCommand({
  name: 'user reset-second-factor',
  parameters: ['EMAIL'],
  help: 'Turns off two-factor authentication for an account and notifies the person by email.\n',
  async run({ positionals: [nameOrId = ''], write }) {
    const account = await write(async (writer) => {
      const found = await accountByNameOrId(writer, nameOrId);
      if (!(await removeSecondFactorOf(writer, found)))
        throw new UsageError(`${found.email} does not use two-factor authentication.`);
      return found;
    });
    return {
      text: `Turned off two-factor authentication for ${account.email}.\n`,
      json: { user_id: account.id, has_second_factor: false },
    };
  },
});
