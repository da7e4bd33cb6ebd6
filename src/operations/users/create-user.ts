// POST /users: an administrator with a permission of their own makes an account for somebody.

import { joinOrganization } from '../../actions/joining/join.ts';
import { id, shortText, text } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { required } from '../../contract/parameter.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { checkedFullName, checkUniqueName } from '../../model/accounts/names.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { checkPassword } from '../../model/passwords/passwords.ts';
import { sendKeptNotices } from '../../notices/pending.ts';
import type { Writer } from '../../storage/session.ts';
import { type AddressProblem, addressProblemNow, isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { accountRowByEmail, readAccounts } from '../../stores/accounts/store.ts';
import { noticesOfJoining } from '../../stores/joining/welcome.ts';
import { readOrganization } from '../../stores/organizations/store.ts';
import { keepNotices } from '../../stores/pending-notices/store.ts';
import { writeOperation } from '../operation.ts';

const refusals: Readonly<Record<AddressProblem, (email: string) => string>> = {
  plus: () => 'Email addresses containing + are not allowed.',
  outside: (email) => `Email '${email}' not allowed in this organization`,
  disposable: () => 'Disposable email addresses are not allowed in this organization',
};

async function checkAddress(
  writer: Writer,
  organization: Organization,
  email: string,
  isDisposable: boolean,
): Promise<void> {
  const problem = await addressProblemNow(writer, organization, email, isDisposable);
  if (problem) throw badRequest(refusals[problem](email));
  if (await accountRowByEmail(writer, email)) throw badRequest('Email is already in use.');
}

export const createUser = writeOperation({
  name: 'create-user',
  method: 'POST',
  path: '/users',
  summary: 'Make an account for somebody.',
  access: 'administrator',
  parameters: {
    email: required(shortText, 'The address.'),
    password: required(text({ maximum: limits.passwordCharacters }), 'The password.'),
    full_name: required(shortText, 'The name.'),
  },
  result: { user_id: id },
  async handle(context, values) {
    const { actor, services, organizationUrl, write } = context;
    if (!actor.account.canCreateUsers) throw badRequest('User not authorized to create users');
    const fullName = checkedFullName(values.full_name);
    const email = values.email.trim();
    if (!isEmailAddress(email)) throw badRequest('Bad name or username');
    await checkPassword(values.password, [email, fullName, context.state.organization.name]);
    const passwordHash = await hashPassword(values.password);
    const isDisposable = await isDisposableAddress(email);
    const { account, kept } = await write(async (writer) => {
      const organization = await readOrganization(writer);
      await checkAddress(writer, organization, email, isDisposable);
      if (organization.settings.require_unique_names) {
        checkUniqueName(fullName, undefined, await readAccounts(writer));
      }
      const person = { email, fullName, passwordHash };
      const made = await joinOrganization({ writer, keyring: services.keyring, organization }, person);
      const welcome = { welcomeText: null, notifiedInviterId: undefined };
      const notices = await noticesOfJoining(writer, organization, made, welcome);
      return {
        account: made,
        kept: await keepNotices(writer, { actorId: made.id, organizationUrl }, notices),
      };
    });
    await sendKeptNotices(context, kept);
    return { user_id: account.id };
  },
});
