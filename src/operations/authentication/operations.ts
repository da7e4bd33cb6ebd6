// The operations of this room.

import { devFetchApiKey } from './dev-fetch-api-key.ts';
import { fetchApiKey } from './fetch-api-key.ts';

export const authenticationOperations = [fetchApiKey, devFetchApiKey];
