// GET /realm/quotas: how much an account may create per day, and how much an account or the organization may have.

import { integer, list } from '../../api-contract/codec.ts';
import { ADMINISTRATOR_FACTOR } from '../../api-contract/limits/quotas.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { quotaSchema } from '../../model/quotas/quota-schema.ts';
import { wireQuotas } from '../../stores/quotas/shown-quotas.ts';
import { readOperation } from '../operation.ts';

export const getQuotas = readOperation({
  name: 'get-quotas',
  method: 'GET',
  path: '/realm/quotas',
  summary: 'List the quotas and their usage.',
  access: 'administrator',
  parameters: {},
  result: { quotas: list(quotaSchema), administrator_factor: integer({ minimum: 1 }) },
  handle: async ({ reader, state }) => ({
    quotas: await wireQuotas(reader, state.organization.settings.quotas, nowSeconds()),
    administrator_factor: ADMINISTRATOR_FACTOR,
  }),
});
