// What `organization import` shows: how far it is, and at the end what came and what did not.

import type { ImportReport } from '../../imports/import-organization.ts';
import type { Progress } from '../../imports/write/target.ts';

const SHOW_MILLISECONDS = 1000;

/** Shows progress on standard error: one line that changes in a terminal, else a line for each stage. */
export function shownProgress(): Progress {
  const isTerminal = process.stderr.isTTY === true;
  let last = '';
  let shownAt = 0;
  return (stage, done, all) => {
    const isNew = stage !== last;
    const now = performance.now();
    if (!isNew && (!isTerminal || now - shownAt < SHOW_MILLISECONDS)) return;
    last = stage;
    shownAt = now;
    const count = done === 0 ? '' : all === undefined ? ` ${done}` : ` ${done} of ${all}`;
    process.stderr.write(isTerminal ? `\r\x1b[K${stage}${count}` : `${stage}\n`);
  };
}

/** Ends the line that changes. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

/** The report for people. */
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
      ? `${name}, ${format}: nothing was written. This would come:`
      : `${name}, ${format}, is organization ${organizationId} now. This came:`,
    ...Object.entries(came).map(([what, count]) => `  ${String(count).padStart(10)} ${what}`),
  ];
  if (missing.length > 0) lines.push('', 'This did not:');
  for (const { what, why, count } of missing)
    lines.push(`  ${what}${count > 1 ? ` (${count})` : ''}: ${why}`);
  if (renumbered.length > 0)
    lines.push('', `Ids were taken here, and are others than before: of ${renumbered.join(', ')}s.`);
  // Names come from the archive: none of them may command the terminal.
  return `${lines.map((line) => line.replaceAll(/\p{Cc}/gu, ' ')).join('\n')}\n`;
}
