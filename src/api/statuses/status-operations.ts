// Operations on statuses.

import { getStatus } from './get-status.ts';
import { updateOwnStatus } from './update-own-status.ts';
import { updateStatus } from './update-status.ts';

export const statusOperations = [updateOwnStatus, updateStatus, getStatus];
