// One process that runs some test files. It has a group of processes of its own, so that what its tests have started ends
// with it, however it ends.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const hasGroups = process.platform !== 'win32';
const program = fileURLToPath(new URL('test-files.mjs', import.meta.url));
const running = new Set();
/** So long an overdue process has to say what keeps it open, and ends as soon as it has. */
const ANSWER_MILLISECONDS = 10_000;
/** So long a process has at least until it comes to its first file. */
const START_MILLISECONDS = 120_000;

function endGroup(child) {
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Ends all processes of tests. */
export function endTestProcesses() {
  for (const child of running) endGroup(child);
}

/**
 * Runs files as long as `nextFile` gives one, and gives what the process printed and how it ended; `lastBegun` is the last test
 * that began (`file` and `name`), or the file that was being loaded (no name). `isOverdue` says that it was ended because a
 * file took longer than the limit, and `stillOpen` what kept it open then, where it could still say so.
 * @param args what `test-files.mjs` is started with: `--timeout=MS`, `--name=PATTERN`
 * @param nextFile the path of another file, undefined where there is none
 * @param onFileEnded is told of each file when it has ended: `file`, `passed`, `failed`, `skipped`, `names` of the tests that
 *   passed, `report`, `milliseconds`, `processor`
 * @param onFailing is told of a test that has failed: `name`, and `isOverdue` where it took too long
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
      setTimeout(endGroup, ANSWER_MILLISECONDS, child).unref();
    };
    let limit = setTimeout(overdue, Math.max(limitMilliseconds, START_MILLISECONDS));
    const goOnWith = (began) => {
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
      if (began) goOnWith(began);
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
      // What its tests have left behind.
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
