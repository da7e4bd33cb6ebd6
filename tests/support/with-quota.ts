// Changes a default quota for the duration of a test.

import type { QuotaName } from '../../src/api-contract/limits/quotas.ts';
import { findQuota } from '../../src/model/quotas/quota.ts';

/** Runs an action with a different default quota, in every organization without a value of its own. */
export async function withQuota<T>(name: QuotaName, value: number, action: () => Promise<T>): Promise<T> {
  const bound = findQuota(name)?.bound as { initial: number };
  const original = bound.initial;
  bound.initial = value;
  try {
    return await action();
  } finally {
    bound.initial = original;
  }
}
