// The schema of a quota, which administrators' clients receive.

import { type Decoded, integer, nullable, oneOf, record } from '../../api-contract/codec.ts';
import { type QuotaKind, quotaScopes, quotas } from '../../api-contract/limits/quotas.ts';
import { keysOf } from '../../api-contract/typed-records.ts';
import { allQuotas } from './quota.ts';

const kinds = keysOf(quotas) as [QuotaKind, ...QuotaKind[]];
const count = integer({ minimum: 0 });

export const quotaSchema = record({
  name: oneOf(...allQuotas.map(({ name }) => name)),
  kind: oneOf(...kinds),
  scope: oneOf(...quotaScopes),
  limit: count,
  default_limit: count,
  highest_limit: count,
  used: nullable(count),
});

export type WireQuota = Decoded<typeof quotaSchema>;
