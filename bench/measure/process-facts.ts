// What the operating system knows about a process: its memory and the processor time it has used. Linux only; on
// other systems the figures are left out.

import { readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second on every platform that Node.js runs on. */
const TICKS_PER_SECOND = 100;

/** Resident memory in megabytes. */
export function residentMegabytes(pid: number | undefined): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(procFile(pid, 'status'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Processor seconds of all its threads so far. */
export function processorSeconds(pid: number | undefined): number | undefined {
  // The second field, the name, may hold anything but ends with the last parenthesis.
  const fields = procFile(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks / TICKS_PER_SECOND : undefined;
}

function procFile(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
