// Bounds the details of an entry in the audit log: everything besides who acted and whom it affected, such as
// names and values before and after. Long values are cut. Ids have keys that state what they identify, so that
// an import can map them.

import { isRecord } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';

export type AuditDetails = Readonly<Record<string, unknown>>;

/** Deeper than the details of any kind of entry. */
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

/** Cuts long texts and lists. For a cut list, `<name>_count` has its full length. */
export function boundedDetails(details: AuditDetails): AuditDetails {
  const counts = Object.entries(details).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > limits.auditListItems ? [[`${name}_count`, value.length]] : [],
  );
  const cut = bounded(details, DEPTH) as AuditDetails;
  return { ...cut, ...Object.fromEntries(counts) };
}
