// `user create`: creates an account, with a password or with a link to set one.

import { newPasswordLink } from '../../actions/accounts/password-reset.ts';
import { makeUser, prepareUser } from '../../api/users/make-user.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { firstLineOf } from '../flag-values.ts';
import { organizationCommand, textFlag } from '../organization-command.ts';
import { UsageError } from '../usage.ts';
import { accountJson, roleByName } from './named-account.ts';
import { ADDRESS_HELP, addressFlag, organizationAddress } from './organization-address.ts';

export const createUserCommand = organizationCommand({
  name: 'user create',
  parameters: ['EMAIL'],
  help: `Creates an account and prints a link to set its password.
  --name NAME          the person's name
  --role ROLE          owner, administrator, moderator, member (default) or guest
  --password-file F    a file whose first line is the password; no link is printed
${ADDRESS_HELP}`,
  flags: {
    name: { type: 'string' },
    role: { type: 'string' },
    'password-file': { type: 'string' },
    ...addressFlag,
  },
  async run(context) {
    const { reader, positionals } = context;
    const [email = ''] = positionals;
    const fullName = textFlag(context, 'name');
    if (fullName === undefined) throw new UsageError('--name is missing.', 2);
    const role = roleByName(textFlag(context, 'role') ?? 'member');
    const file = textFlag(context, 'password-file');
    const password = file === undefined ? undefined : await firstLineOf(file);
    const organizationUrl = await organizationAddress(context, password === undefined);
    const { name } = await readOrganization(reader);
    const user = await prepareUser({ email, fullName, password }, { name, organizationUrl });
    const keyring = await context.keyring();
    const { account, link } = await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const createdUser = await makeUser({ writer, keyring, organization }, user, { role, organizationUrl });
      const { id } = createdUser.account;
      return {
        account: createdUser.account,
        link: password === undefined ? await newPasswordLink(writer, id, organizationUrl) : undefined,
      };
    });
    const text = link === undefined ? `Created an account for ${email}.\n` : `${link}\n`;
    return { text, json: { ...accountJson(account), ...(link !== undefined && { password_link: link }) } };
  },
});
