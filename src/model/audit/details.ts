// What an entry of the audit log tells beside who and whom, within bounds: names, and values before and after. What may
// be long is cut; ids stand under names that say what they are of, so that an import can give them others.

import { isRecord } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';

export type AuditDetails = Readonly<Record<string, unknown>>;

/** Deeper than what any act tells. */
const DEPTH = 4;

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    const points = [...value.slice(0, 2 * limits.auditTextCodePoints + 2)];
    return points.length > limits.auditTextCodePoints
      ? `${points.slice(0, limits.auditTextCodePoints).join('')}…`
      : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) {
    return value.slice(0, limits.auditListItems).map((item) => bounded(item, depth - 1));
  }
  if (!isRecord(value)) return '…';
  const entries = Object.entries(value).slice(0, limits.auditListItems);
  return Object.fromEntries(entries.map(([name, item]) => [name, bounded(item, depth - 1)]));
}

/** Details as they are kept: texts and lists that are too long are cut; a list says beside it how long it was. */
export function boundedDetails(details: AuditDetails): AuditDetails {
  const counts = Object.entries(details).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > limits.auditListItems ? [[`${name}_count`, value.length]] : [],
  );
  const kept = bounded(details, DEPTH) as AuditDetails;
  return { ...kept, ...Object.fromEntries(counts) };
}
