// The report of `organization import`: the imported objects, and those that were left out.

import type { ImportReport } from '../../imports/records/report.ts';

export function reportText({
  format,
  name,
  organizationId,
  came,
  missing,
  renumbered,
}: ImportReport): string {
  const lines = [
    organizationId === undefined
      ? `${name}, ${format}: nothing was written. An import would add:`
      : `${name}, ${format}, was imported as organization ${organizationId}. Added:`,
    ...Object.entries(came).map(([what, count]) => `  ${String(count).padStart(10)} ${what}`),
  ];
  if (missing.length > 0) lines.push('', 'Not imported:');
  for (const { what, why, count } of missing)
    lines.push(`  ${what}${count > 1 ? ` (${count})` : ''}: ${why}`);
  if (renumbered.length > 0)
    lines.push(
      '',
      `Some IDs were already in use and have changed: ${renumbered.map((kind) => `${kind}s`).join(', ')}.`,
    );
  // Names come from the archive and must not contain terminal control sequences.
  return `${lines.map((line) => line.replaceAll(/\p{Cc}/gu, ' ')).join('\n')}\n`;
}
