// Every operation of the API.

import { authenticationOperations } from './authentication/operations.ts';
import { channelOperations } from './channels/operations.ts';
import { eventOperations } from './events/operations.ts';
import { groupOperations } from './groups/operations.ts';
import { messageOperations } from './messages/operations.ts';
import type { Operation } from './operation.ts';
import { organizationOperations } from './organization/operations.ts';
import { getOpenApi } from './server/get-openapi.ts';
import { userOperations } from './users/operations.ts';

export const allOperations: readonly Operation[] = [
  ...authenticationOperations,
  ...eventOperations,
  ...messageOperations,
  ...channelOperations,
  ...userOperations,
  ...groupOperations,
  ...organizationOperations,
  getOpenApi(() => allOperations),
];
