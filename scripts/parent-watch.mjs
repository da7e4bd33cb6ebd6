// Detects that the parent process has ended, even if it was killed.

import { readFileSync } from 'node:fs';

const POLL_MILLISECONDS = 1000;

/** The parent of a process; undefined if it is unknown or the process has ended. */
function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** Calls back once when the parent or grandparent has changed (npm runs scripts in a shell in between). */
export function onceOrphaned(callback) {
  const ancestors = () => [process.ppid, parentOf(process.ppid)].join(' ');
  const first = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === first) return;
    clearInterval(timer);
    callback();
  }, POLL_MILLISECONDS);
  timer.unref();
}
