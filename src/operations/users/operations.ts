// The operations of this room.

import { createUser } from './create-user.ts';
import { deactivateOwnUser } from './deactivate-own-user.ts';
import { deactivateUser } from './deactivate-user.ts';
import { getOwnGrants } from './get-own-grants.ts';
import { getOwnUser } from './get-own-user.ts';
import { getUser } from './get-user.ts';
import { getUsers } from './get-users.ts';
import { reactivateUser } from './reactivate-user.ts';
import { updateUser } from './update-user.ts';

export const userOperations = [
  getUsers,
  getOwnUser,
  getOwnGrants,
  getUser,
  createUser,
  updateUser,
  deactivateUser,
  deactivateOwnUser,
  reactivateUser,
];
