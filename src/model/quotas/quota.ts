// The quotas of an organization: each with its declaration, and its value where administrators chose another.

import { badRequest } from '../../api-contract/error.ts';
import {
  type QuotaBound,
  type QuotaKind,
  type QuotaKindDeclaration,
  type QuotaName,
  type QuotaScope,
  quotaScopes,
  quotas,
} from '../../api-contract/limits/quotas.ts';
import { keysOf } from '../../api-contract/typed-records.ts';

/** One quota as it is declared. */
export interface Quota {
  readonly name: QuotaName;
  readonly kind: QuotaKind;
  readonly scope: QuotaScope;
  readonly bound: QuotaBound;
}

/** The values that administrators chose, by the names of quotas. */
export type ChosenQuotas = Readonly<Partial<Record<QuotaName, number>>>;

/** The declaration of a kind, without the narrow type of its row. */
export function declarationOf(kind: QuotaKind): QuotaKindDeclaration {
  return quotas[kind];
}

/** All quotas, in the order of their table. */
export const allQuotas: readonly Quota[] = keysOf(quotas).flatMap((kind) =>
  quotaScopes.flatMap((scope): Quota[] => {
    const bound = declarationOf(kind)[scope];
    return bound ? [{ name: `${kind}_${scope}` as QuotaName, kind, scope, bound }] : [];
  }),
);

const byName: ReadonlyMap<string, Quota> = new Map(allQuotas.map((quota) => [quota.name, quota]));

/** The quota of a name; undefined where there is none. */
export function quotaNamed(name: string): Quota | undefined {
  return byName.get(name);
}

/** How much a quota allows; undefined where its kind has no quota of the scope. */
export function quotaValue(chosen: ChosenQuotas, kind: QuotaKind, scope: QuotaScope): number | undefined {
  const initial = declarationOf(kind)[scope]?.initial;
  if (initial === undefined) return undefined;
  return chosen[`${kind}_${scope}` as QuotaName] ?? initial;
}

/** The quota of a name and a value that it may have. @throws 400 that names the quota and its range */
export function checkedQuota(name: string, value: number | null): Quota {
  const quota = quotaNamed(name);
  if (!quota) throw badRequest(`There is no quota named '${name}'.`);
  if (value !== null && (!Number.isSafeInteger(value) || value < 1 || value > quota.bound.ceiling)) {
    throw badRequest(`${name} must be a whole number from 1 to ${quota.bound.ceiling}.`);
  }
  return quota;
}
