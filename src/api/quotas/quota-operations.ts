// Operations on quotas.

import { getQuotas } from './get-quotas.ts';
import { updateQuotas } from './update-quotas.ts';

export const quotaOperations = [getQuotas, updateQuotas];
