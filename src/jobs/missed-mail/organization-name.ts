// Decides whether a mail's subject names the organization: by the account's setting, or automatically if its
// address has accounts in several organizations of this server.

import type { Account } from '../../model/accounts/account.ts';
import { textKey } from '../../model/text-key.ts';
import type { QueryContext } from '../../queries/requester.ts';
import { preparedRead } from '../../storage/prepared.ts';

/** Values of `realm_name_in_email_notifications_policy`. */
const Policy = { automatic: 1, always: 2, never: 3 } as const;

const organizationsOf = preparedRead<{ key: string }>()((db, p) =>
  db
    .selectFrom('organization')
    .select('organization.id')
    .where('organization.is_deactivated', '=', 0)
    // A subquery for each organization: otherwise the planner scans all accounts.
    .where((e) =>
      e.exists(
        e
          .selectFrom('account')
          .select('account.id')
          .whereRef('account.organization_id', '=', 'organization.id')
          .where('account.email_key', '=', p.key)
          .where('account.is_active', '=', 1),
      ),
    )
    .limit(2),
);

/** The name to append to a subject; undefined for none. */
export async function shownOrganizationName(
  { state, reader }: QueryContext,
  account: Account,
): Promise<string | undefined> {
  const { name } = state.organization;
  const policy = account.settings.realm_name_in_email_notifications_policy;
  if (policy === Policy.always) return name;
  if (policy === Policy.never) return undefined;
  const rows = await organizationsOf.all(reader, { key: textKey(account.email) });
  return rows.length > 1 ? name : undefined;
}
