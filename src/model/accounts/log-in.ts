// Whose address and password somebody gives.

import { ApiError, accountDeactivated } from '../../contract/error.ts';
import type { Reader } from '../../storage/session.ts';
import { isMethodOn, offeredMethods } from '../organizations/authentication-methods.ts';
import type { Organization } from '../organizations/organization.ts';
import type { AccountRow } from './account.ts';
import { isPassword } from './credentials.ts';
import { accountRowByEmail } from './store.ts';

/** Wrong address and wrong password are one refusal. */
function authenticationFailed(): ApiError {
  return new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
}

/** The person with this address and password. Refuses wrong ones, and who may not log in so. */
export async function personByPassword(
  reader: Reader,
  organization: Organization,
  email: string,
  password: string,
): Promise<AccountRow> {
  const row = await accountRowByEmail(reader, email);
  if (!(await isPassword(password, row?.password_hash ?? null)) || !row || row.bot_type !== null) {
    throw authenticationFailed();
  }
  if (organization.isDeactivated) {
    throw new ApiError(401, 'REALM_DEACTIVATED', 'This organization is deactivated');
  }
  if (row.is_active === 0) throw accountDeactivated();
  const { authentication_methods: methods } = organization.settings;
  if (!isMethodOn(methods, offeredMethods(organization), 'Email')) {
    throw new ApiError(
      401,
      'PASSWORD_AUTH_DISABLED',
      'Password authentication is disabled in this organization',
    );
  }
  return row;
}
