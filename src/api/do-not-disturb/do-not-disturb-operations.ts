// Operations on do-not-disturb settings.

import { getDoNotDisturb } from './get-do-not-disturb.ts';
import { updateDoNotDisturb } from './update-do-not-disturb.ts';

export const doNotDisturbOperations = [getDoNotDisturb, updateDoNotDisturb];
