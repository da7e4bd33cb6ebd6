// Operations on users.

import { confirmEmail } from './confirm-email.ts';
import { createUser } from './create-user.ts';
import { deactivateOwnUser } from './deactivate-own-user.ts';
import { deactivateUser } from './deactivate-user.ts';
import { eraseUser } from './erase-user.ts';
import { getOwnEmail } from './get-own-email.ts';
import { getOwnGrants } from './get-own-grants.ts';
import { getOwnUser } from './get-own-user.ts';
import { getUnconfirmedEmails } from './get-unconfirmed-emails.ts';
import { getUser } from './get-user.ts';
import { getUsers } from './get-users.ts';
import { mailOwnEmailConfirmation } from './mail-email-confirmation.ts';
import { reactivateUser } from './reactivate-user.ts';
import { updateUser } from './update-user.ts';

export const userOperations = [
  getUsers,
  getOwnUser,
  getOwnGrants,
  getOwnEmail,
  mailOwnEmailConfirmation,
  getUnconfirmedEmails,
  confirmEmail,
  getUser,
  createUser,
  updateUser,
  deactivateUser,
  deactivateOwnUser,
  eraseUser,
  reactivateUser,
];
