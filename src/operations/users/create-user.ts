// POST /users: an administrator with a permission of their own makes an account for somebody.

import { id, text } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { required } from '../../contract/parameter.ts';
import { hashPassword } from '../../model/accounts/credentials.ts';
import { isEmailAddress } from '../../model/accounts/email-rules.ts';
import { checkedFullName, checkUniqueName } from '../../model/accounts/names.ts';
import { addPerson } from '../../model/accounts/new-person.ts';
import { isStrongPassword } from '../../model/accounts/passwords.ts';
import { Role } from '../../model/accounts/roles.ts';
import { accountRowByEmail, readAccounts } from '../../model/accounts/store.ts';
import { isInDomains } from '../../model/domains/rules.ts';
import { readDomains } from '../../model/domains/store.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { readOrganization } from '../../model/organizations/store.ts';
import type { Writer } from '../../storage/session.ts';
import { writeOperation } from '../operation.ts';

async function checkAddress(writer: Writer, organization: Organization, email: string): Promise<void> {
  if (organization.settings.emails_restricted_to_domains) {
    if (!isInDomains(email, await readDomains(writer))) {
      throw badRequest(`Email '${email}' not allowed in this organization`);
    }
    if (email.includes('+')) throw badRequest('Email addresses containing + are not allowed.');
  }
  if (await accountRowByEmail(writer, email)) throw badRequest('Email is already in use.');
}

export const createUser = writeOperation({
  name: 'create-user',
  method: 'POST',
  path: '/users',
  summary: 'Make an account for somebody.',
  access: 'administrator',
  parameters: {
    email: required(text(), 'The address.'),
    password: required(text({ maximum: limits.passwordCharacters }), 'The password.'),
    full_name: required(text(), 'The name.'),
  },
  result: { user_id: id },
  async handle({ actor, services, write }, values) {
    if (!actor.account.canCreateUsers) throw badRequest('User not authorized to create users');
    const fullName = checkedFullName(values.full_name);
    const email = values.email.trim();
    if (!isEmailAddress(email)) throw badRequest('Bad name or username');
    if (!isStrongPassword(values.password)) throw badRequest('The password is too weak.');
    const passwordHash = await hashPassword(values.password);
    const account = await write(async (writer) => {
      const organization = await readOrganization(writer);
      await checkAddress(writer, organization, email);
      if (organization.settings.require_unique_names) {
        checkUniqueName(fullName, undefined, await readAccounts(writer));
      }
      return addPerson(writer, services.keyring, organization, {
        email,
        fullName,
        role: Role.member,
        passwordHash,
      });
    });
    return { user_id: account.id };
  },
});
