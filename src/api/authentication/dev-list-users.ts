// GET /dev_list_users: the accounts that anyone can log in to; in demo mode only.

import { anyText, list, record } from '../../api-contract/codec.ts';
import { Role } from '../../model/accounts/roles.ts';
import { publicOperation } from '../operation.ts';

const loginChoice = record({ email: anyText, realm_url: anyText });

export const devListUsers = publicOperation({
  name: 'dev-list-users',
  method: 'GET',
  path: '/dev_list_users',
  summary: 'List the people of the demo organization, with administrators in a separate list.',
  access: 'development',
  parameters: {},
  result: { direct_admins: list(loginChoice), direct_users: list(loginChoice) },
  async handle({ state, organizationUrl }) {
    const people = [...state.accounts.values()].filter(({ isActive, isBot }) => isActive && !isBot);
    const entry = ({ email }: { readonly email: string }) => ({ email, realm_url: organizationUrl });
    return {
      direct_admins: people.filter(({ role }) => role <= Role.administrator).map(entry),
      direct_users: people.filter(({ role }) => role > Role.administrator).map(entry),
    };
  },
});
