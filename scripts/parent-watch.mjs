// Notices that who started this process is gone, also when it was killed and could tell nobody.

import { readFileSync } from 'node:fs';

const LOOK_MILLISECONDS = 1000;

/** Who started a process; undefined where that cannot be told, or it is gone. */
function starterOf(pid) {
  if (pid === process.pid) return process.ppid;
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** Calls back once when the starter, or its starter (npm puts a shell in between), is another than at first. */
export function onceOrphaned(callback) {
  const line = () => [process.ppid, starterOf(process.ppid)].join(' ');
  const first = line();
  const timer = setInterval(() => {
    if (line() === first) return;
    clearInterval(timer);
    callback();
  }, LOOK_MILLISECONDS);
  timer.unref();
}
