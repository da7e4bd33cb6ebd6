// The quotas of an organization as administrators see them.

import { allQuotas, type ChosenQuotas } from '../../model/quotas/quota.ts';
import type { WireQuota } from '../../model/quotas/quota-schema.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { countOfOrganization, isCountedByOrganization } from './quota-counts.ts';

/** Every quota in the order of the table; for maximums of the organization with the amount used. */
export async function wireQuotas(reader: Reader, chosen: ChosenQuotas, now: number): Promise<WireQuota[]> {
  return Promise.all(
    allQuotas.map(async ({ name, kind, scope, bound }): Promise<WireQuota> => {
      const isCounted = scope === 'per_organization' && isCountedByOrganization(kind);
      return {
        name,
        kind,
        scope,
        limit: chosen[name] ?? bound.initial,
        default_limit: bound.initial,
        highest_limit: bound.ceiling,
        used: isCounted ? await countOfOrganization(reader, kind, now) : null,
      };
    }),
  );
}
