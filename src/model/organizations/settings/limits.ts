// Settings that limit how much people create.

import { type Codec, integer, optional, record } from '../../../api-contract/codec.ts';
import { allQuotas, type ChosenQuotas } from '../../quotas/quota.ts';
import { valueSetting } from '../organization-setting.ts';

const chosenQuotas = record(
  Object.fromEntries(
    allQuotas.map(({ name, bound }) => [name, optional(integer({ minimum: 1, maximum: bound.ceiling }))]),
  ),
) as Codec<ChosenQuotas>;

export const limitSettings = {
  quotas: valueSetting(chosenQuotas, {}, 'Quotas that differ from the defaults, by name.', {
    // `PATCH /realm/quotas` changes them one by one.
    changedBy: 'command',
    snapshot: 'computed',
  }),
} as const;
