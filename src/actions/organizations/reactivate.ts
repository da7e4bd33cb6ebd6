// Reactivates an organization that its owner deactivated: everything is as before, and its accounts can log
// in.

import type { Writer } from '../../storage/reader-writer.ts';
import { readOrganization, updateOrganization } from '../../stores/organizations/organization-store.ts';
import { audit } from '../audit/audit.ts';

/** Returns false if it was not deactivated. Running servers apply it from the log. */
export async function reactivateOrganization(writer: Writer): Promise<boolean> {
  if (!(await readOrganization(writer)).isDeactivated) return false;
  await updateOrganization(writer, { is_deactivated: 0 });
  await audit(writer, { kind: 'organization_reactivated' });
  const touches = { organization: true } as const;
  writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
  return true;
}
