// Opening an organization again that its owner closed: everything is as it was, and whoever had an account logs in.

import type { Writer } from '../../storage/session.ts';
import { readOrganization, updateOrganization } from '../../stores/organizations/organization-store.ts';
import { audit } from '../audit/audit.ts';

/** Opens the organization; tells whether it was closed. Servers that run take it in with the log. */
export async function reactivateOrganization(writer: Writer): Promise<boolean> {
  if (!(await readOrganization(writer)).isDeactivated) return false;
  await updateOrganization(writer, { is_deactivated: 0 });
  await audit(writer, { kind: 'organization_reactivated' });
  const touches = { organization: true } as const;
  writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
  return true;
}
