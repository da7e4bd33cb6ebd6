// Operations on API keys.

import { devFetchApiKey } from './dev-fetch-api-key.ts';
import { devListUsers } from './dev-list-users.ts';
import { fetchApiKey } from './fetch-api-key.ts';
import { jwtFetchApiKey } from './jwt-fetch-api-key.ts';
import { regenerateApiKey } from './regenerate-api-key.ts';

export const authenticationOperations = [
  fetchApiKey,
  jwtFetchApiKey,
  devFetchApiKey,
  devListUsers,
  regenerateApiKey,
];
