// The error 400 `QUOTA_EXCEEDED`, which states which quota would be exceeded and what to do.

import { ApiError } from '../../api-contract/error.ts';
import type { QuotaKind, QuotaScope } from '../../api-contract/limits/quotas.ts';
import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import { quotaDeclarationOf } from './quota.ts';

function sentence(kind: QuotaKind, scope: QuotaScope, limit: number): string {
  const { things, verb } = quotaDeclarationOf(kind);
  switch (scope) {
    case 'per_day':
      return `You can ${verb} at most ${limit} ${things} a day.`;
    case 'per_account':
      return `You can have at most ${limit} ${things}.`;
    case 'per_organization':
      return `An organization can have at most ${limit} ${things}.`;
    case 'per_organization_and_day':
      return `An organization can ${verb} at most ${limit} ${things} a day.`;
  }
}

/** @param role decides whether the message suggests raising the limit or asking an administrator to */
export function quotaExceeded(
  { role }: Pick<Account, 'role'>,
  kind: QuotaKind,
  scope: QuotaScope,
  limit: number,
): ApiError {
  const isDaily = scope === 'per_day' || scope === 'per_organization_and_day';
  const remedy = isDaily ? 'Try again tomorrow' : quotaDeclarationOf(kind).remedy;
  const alternative =
    role <= Role.administrator
      ? 'raise the limit in the organization settings'
      : 'ask an administrator to raise the limit';
  const message = `${sentence(kind, scope, limit)} ${remedy}, or ${alternative}.`;
  return new ApiError(400, 'QUOTA_EXCEEDED', message, { quota: `${kind}_${scope}`, limit }).onPages({
    code: 'QUOTA_EXCEEDED',
  });
}
