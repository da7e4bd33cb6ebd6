// Selects only the account lists, so that components do not render on every message.

import { useMemo } from 'preact/hooks';
import { useOrganizationState } from '../../hooks/use-organization.ts';
import type { AccountLists } from './listed-accounts.ts';

export function useAccountLists(): AccountLists {
  const realm_users = useOrganizationState((state) => state.realm_users);
  const realm_non_active_users = useOrganizationState((state) => state.realm_non_active_users);
  return useMemo(() => ({ realm_users, realm_non_active_users }), [realm_users, realm_non_active_users]);
}
