// Starts and supervises a process that runs test files. It is the leader of a process group, so that everything its tests have
// started can be ended with it.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const hasGroups = process.platform !== 'win32';
const program = fileURLToPath(new URL('test-files.mjs', import.meta.url));
const running = new Set();
/** How long an overdue process has to report its open resources before it is killed. */
const RESPONSE_MILLISECONDS = 10_000;
/** The minimum time limit until a process starts its first file. */
const START_MILLISECONDS = 120_000;

function endGroup(child) {
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has already ended.
  }
}

export function endTestProcesses() {
  for (const child of running) endGroup(child);
}

/**
 * Runs files until `nextFile` returns undefined. Returns the output of the process and its status. `lastBegun` is the last
 * test that started (`file` and `name`), or the file that was being loaded (no name). `isOverdue` is true if it was ended
 * because a file exceeded the time limit; `stillOpen` then lists its open resources, if it could report them.
 * @param args options for `test-files.mjs`: `--timeout=MS`, `--name=PATTERN`
 * @param nextFile returns the path of the next file, or undefined
 * @param onFileEnded called with the result of each file: `file`, `passed`, `failed`, `skipped`, `names` of the tests that
 *   passed, `report`, `milliseconds`, `processor`
 * @param onFailing called for each failed test: `name`, and `isOverdue` if it timed out
 */
export function runTestProcess({
  cwd,
  env,
  args = [],
  limitMilliseconds,
  nextFile,
  onFileEnded,
  onFailing = () => undefined,
}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      detached: hasGroups,
    });
    running.add(child);
    let isOverdue = false;
    let lastBegun;
    let stillOpen;
    const overdue = () => {
      isOverdue = true;
      child.send({ isOverdue }, () => undefined);
      setTimeout(endGroup, RESPONSE_MILLISECONDS, child).unref();
    };
    let limit = setTimeout(overdue, Math.max(limitMilliseconds, START_MILLISECONDS));
    const onBegan = (began) => {
      if (began.file !== lastBegun?.file && !isOverdue) {
        clearTimeout(limit);
        limit = setTimeout(overdue, limitMilliseconds);
      }
      lastBegun = began;
    };
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.on('message', ({ wants, began, failing, ended, open }) => {
      if (wants) child.send({ file: nextFile() }, () => undefined);
      if (began) onBegan(began);
      if (failing) onFailing(failing);
      if (open) {
        stillOpen = open;
        endGroup(child);
      }
      if (ended) onFileEnded(ended);
    });
    child.on('close', (status, signal) => {
      clearTimeout(limit);
      running.delete(child);
      // End everything that its tests have left running.
      endGroup(child);
      resolve({
        output: Buffer.concat(chunks).toString(),
        status: status ?? signal,
        lastBegun,
        isOverdue,
        stillOpen,
      });
    });
  });
}
