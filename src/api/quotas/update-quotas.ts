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
  summary: 'Raise or lower the quotas of what people create.',
  access: 'administrator',
  parameters: {
    quotas: required(
      mapOf(nullable(integer()), allQuotas.length),
      'New limits by the names of quotas; null: the default. The others stay as they are.',
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
