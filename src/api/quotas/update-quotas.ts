// PATCH /realm/quotas: raises or lowers quotas. What already exceeds a lowered quota remains.

import { changeQuotas } from '../../actions/quotas/change-quotas.ts';
import { integer, list, mapOf, nullable } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { allQuotas, checkedQuota } from '../../model/quotas/quota.ts';
import { quotaSchema } from '../../model/quotas/quota-schema.ts';
import { wireQuotas } from '../../stores/quotas/shown-quotas.ts';
import { writeOperation } from '../operation.ts';

export const updateQuotas = writeOperation({
  name: 'update-quotas',
  method: 'PATCH',
  path: '/realm/quotas',
  summary: 'Change quotas.',
  access: 'administrator',
  parameters: {
    quotas: required(
      mapOf(nullable(integer()), allQuotas.length),
      'The new limits by quota name; null for the default. Other quotas do not change.',
    ),
  },
  result: { quotas: list(quotaSchema) },
  async handle({ write }, values) {
    const changes = Object.entries(values.quotas).map(([name, value]) => ({
      quota: checkedQuota(name, value),
      value,
    }));
    return write(async (writer) => {
      const changed = await changeQuotas(writer, changes);
      return { quotas: await wireQuotas(writer, changed, writer.now) };
    });
  },
});
