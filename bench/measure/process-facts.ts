// What the operating system knows about a process: its memory and the processor time it has used. Linux only; on
// other systems the figures are left out.

import { readdirSync, readFileSync } from 'node:fs';

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

/** Processor milliseconds of all its threads that are still there, as finely as the scheduler counts. */
export function processorMilliseconds(pid: number): number {
  const nanoseconds = foldersIn(`/proc/${pid}/task`).map((thread) =>
    Number(procFile(pid, `task/${thread}/schedstat`).split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** The processes of this machine whose command line holds a word. */
export function processesWith(word: string): number[] {
  return foldersIn('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && procFile(pid, 'cmdline').includes(word));
}

/** The processes of a PostgreSQL server on this machine, named by one of them: what it works with for everybody, too. */
export function serverProcesses(pid: number): number[] {
  const parentOf = (one: number) => /^PPid:\s+(\d+)$/m.exec(procFile(one, 'status'))?.[1];
  const parent = parentOf(pid);
  return parent === undefined ? [] : processesWith('postgres: ').filter((one) => parentOf(one) === parent);
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    // It has ended, or this is another system.
    return [];
  }
}

function procFile(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
