// `user reset-password` and `user api-key`: how somebody gets in who cannot any more.

import { newPasswordLink } from '../../actions/accounts/password-reset.ts';
import { tellPasswordChanged } from '../../actions/accounts/security-mails.ts';
import { openApiKey } from '../../model/accounts/credentials.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import { giveNewApiKey } from '../../operations/authentication/new-api-key.ts';
import { forgetFailures } from '../../stores/accounts/login-failures.ts';
import { accountRowById, updateAccount } from '../../stores/accounts/store.ts';
import { readOrganization } from '../../stores/organizations/store.ts';
import { firstLineOf } from '../flag-values.ts';
import { organizationCommand, textFlag } from '../organization-command.ts';
import { UsageError } from '../usage.ts';
import { ADDRESS_HELP, addressFlag, addressOf } from './address.ts';
import { accountNamed } from './found.ts';

/** Runs `user reset-password`. */
export const resetPassword = organizationCommand({
  name: 'user reset-password',
  words: ['EMAIL'],
  help: `prints a link, good for a day, at which the person sets a new password
  --password-file F    sets the first line of the file as the password at once; API key and sessions end, and
                       who signed in with a provider is known by their address again
${ADDRESS_HELP}`,
  flags: { 'password-file': { type: 'string' }, ...addressFlag },
  async run(at) {
    const { reader, words } = at;
    const account = await accountNamed(reader, words[0] ?? '');
    if (account.isBot) throw new UsageError('Bots have no password; user api-key gives their key.');
    if (!account.isActive) throw new UsageError(`${account.email} is deactivated.`);
    const file = textFlag(at, 'password-file');
    if (file === undefined) {
      const organizationUrl = await addressOf(at, true);
      const link = await at.write((writer) => newPasswordLink(writer, account.id, organizationUrl));
      return { text: `${link}\n`, json: { user_id: account.id, password_link: link } };
    }
    const password = await firstLineOf(file);
    const { name } = await readOrganization(reader);
    const ofOrganization = organizationWords(name, await addressOf(at, false));
    await checkPassword(password, [account.email, account.fullName, ...ofOrganization]);
    const passwordHash = await hashPassword(password);
    const keyring = await at.keyring();
    await at.write(async (writer) => {
      await updateAccount(writer, account.id, { password_hash: passwordHash });
      await forgetFailures(writer, keyring, account.email);
      await giveNewApiKey(writer, keyring, account.id);
      await tellPasswordChanged(writer, account);
    });
    return { text: `${account.email} has the new password.\n`, json: { user_id: account.id } };
  },
});

/** Runs `user api-key`. */
export const showApiKey = organizationCommand({
  name: 'user api-key',
  words: ['EMAIL'],
  help: `prints an account's API key
  --new                makes another one first; the old one and all sessions end, and who
                       signed in with a provider is known by their address again
`,
  flags: { new: { type: 'boolean' } },
  async run(at) {
    const account = await accountNamed(at.reader, at.words[0] ?? '');
    if (!account.isActive) throw new UsageError(`${account.email} is deactivated.`);
    const keyring = await at.keyring();
    const key = at.flags.new
      ? await at.write((writer) => giveNewApiKey(writer, keyring, account.id))
      : openApiKey(keyring, (await accountRowById(at.reader, account.id))?.api_key_sealed ?? '');
    return { text: `${key}\n`, json: { user_id: account.id, api_key: key } };
  },
});
