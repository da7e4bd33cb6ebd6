// Reads the memory and processor time of processes from the operating system. Linux only; on other systems the figures are
// undefined.

import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second on every platform that Node.js runs on. */
const TICKS_PER_SECOND = 100;

/** Resident memory in megabytes. */
export function residentMegabytes(pid: number | undefined): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(procFile(pid, 'status'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Processor seconds of all threads so far. */
export function processorSeconds(pid: number | undefined): number | undefined {
  // The second field, the name, may contain any characters, but ends with the last parenthesis.
  const fields = procFile(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks / TICKS_PER_SECOND : undefined;
}

/** Processor milliseconds of all threads that are still running, with the precision of the scheduler. */
export function processorMilliseconds(pid: number): number {
  const nanoseconds = foldersIn(`/proc/${pid}/task`).map((thread) =>
    Number(procFile(pid, `task/${thread}/schedstat`).split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** The processes of this machine whose command line contains a word. */
export function processesWith(word: string): number[] {
  return foldersIn('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && procFile(pid, 'cmdline').includes(word));
}

/** All processes of a local PostgreSQL server, including shared ones, by the id of one of its backends. */
export function serverProcesses(pid: number): number[] {
  const parentOf = (one: number) => /^PPid:\s+(\d+)$/m.exec(procFile(one, 'status'))?.[1];
  const parent = parentOf(pid);
  return parent === undefined ? [] : processesWith('postgres: ').filter((one) => parentOf(one) === parent);
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    // The process has ended, or this is not Linux.
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
