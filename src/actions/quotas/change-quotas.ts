// Changes quotas inside a unit of work. No event is sent: administrators' clients request the quotas when
// they show them.

import type { ChosenQuotas, Quota } from '../../model/quotas/quota.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { changeSettings } from '../../stores/organizations/setting-store.ts';
import { audit } from '../audit/audit.ts';
import { valueChange } from '../audit/changes.ts';

/** A quota and its new value; null: the default. */
export interface QuotaChange {
  readonly quota: Quota;
  readonly value: number | null;
}

/** Changes quotas to values that the caller has checked. Returns all that differ from the defaults. */
export async function changeQuotas(writer: Writer, changes: readonly QuotaChange[]): Promise<ChosenQuotas> {
  const before = (await readOrganization(writer)).settings.quotas;
  const after: Record<string, number> = { ...before };
  for (const { quota, value } of changes) {
    const { name, bound } = quota;
    const old = before[name] ?? bound.initial;
    const newValue = value ?? bound.initial;
    if (newValue === bound.initial) delete after[name];
    else after[name] = newValue;
    if (newValue === old) continue;
    const details = valueChange(name, { old, new: newValue });
    await audit(writer, { kind: 'quota_changed', details });
  }
  await changeSettings(writer, { quotas: after });
  writer.emit({
    type: '_changed',
    audience: { kind: 'nobody' },
    payload: {},
    touches: { organization: true },
  });
  return after;
}
