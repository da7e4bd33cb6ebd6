// The quotas of an organization: their declarations, and the values that administrators chose.

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

/** A declared quota. */
export interface Quota {
  readonly name: QuotaName;
  readonly kind: QuotaKind;
  readonly scope: QuotaScope;
  readonly bound: QuotaBound;
}

/** The values that administrators chose, by name. */
export type ChosenQuotas = Readonly<Partial<Record<QuotaName, number>>>;

/** The declaration of a kind, typed without the details of its row. */
export function quotaDeclarationOf(kind: QuotaKind): QuotaKindDeclaration {
  return quotas[kind];
}

/** All quotas, in the order of their table. */
export const allQuotas: readonly Quota[] = keysOf(quotas).flatMap((kind) =>
  quotaScopes.flatMap((scope): Quota[] => {
    const bound = quotaDeclarationOf(kind)[scope];
    return bound ? [{ name: `${kind}_${scope}` as QuotaName, kind, scope, bound }] : [];
  }),
);

const byName: ReadonlyMap<string, Quota> = new Map(allQuotas.map((quota) => [quota.name, quota]));

/** The quota with a name; undefined if it does not exist. */
export function findQuota(name: string): Quota | undefined {
  return byName.get(name);
}

/** The limit of a quota; undefined if its kind has no quota with the scope. */
export function quotaValue(chosen: ChosenQuotas, kind: QuotaKind, scope: QuotaScope): number | undefined {
  const initial = quotaDeclarationOf(kind)[scope]?.initial;
  if (initial === undefined) return undefined;
  return chosen[`${kind}_${scope}` as QuotaName] ?? initial;
}

/** The quota with a name, for a value within its range. @throws 400 with the quota's name and range */
export function checkedQuota(name: string, value: number | null): Quota {
  const quota = findQuota(name);
  if (!quota) throw badRequest(`Unknown quota '${name}'.`);
  if (value !== null && (!Number.isSafeInteger(value) || value < 1 || value > quota.bound.ceiling)) {
    throw badRequest(`${name} must be a whole number from 1 to ${quota.bound.ceiling}.`);
  }
  return quota;
}
