// Which test files run in one process. To load the server and to warm it up costs a process more than most files'
// own tests, so several files share one. They are dealt out like cards: neighbours, which tend to be alike in length,
// land in different processes.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The servers of a process stay open until its end, and on PostgreSQL each holds connections, which are few. */
const FILES_IN_A_PROCESS = { embedded: 14, postgres: 4 };

/**
 * What a test does to all others in its process: replaces the clock, changes the directory, counts every statement,
 * loads a package that puts its own `FormData` in place of the platform's.
 */
const changesTheProcess =
  /\bmock\.(timers|method|getter|setter|property|module)\b|\bprocess\.chdir\(|statement-count\.ts'|support\/bounds\.ts'|from 'zulip-js'/;

/** A setting of the environment, which files that want the same one can share. */
const setsTheEnvironment = /\bprocess\.env\.\w+ = \S+/g;

/** The name of the company that a file can be in: its own, that of its environment, or '' for everybody else's. */
function companyOf(root, file) {
  const text = readFileSync(resolve(root, file), 'utf8');
  return changesTheProcess.test(text) ? file : (text.match(setsTheEnvironment) ?? []).join(' ');
}

function dealt(files, count) {
  const groups = Array.from({ length: count }, (_, place) =>
    files.filter((_, index) => index % count === place),
  );
  return groups.filter((group) => group.length > 0);
}

/** Groups of files, each for one process; at least as many as there are `processes` to run them. */
export function testGroups(root, files, engine, processes) {
  const companies = Object.groupBy(files, (file) => companyOf(root, file));
  return Object.entries(companies).flatMap(([name, members]) => {
    const count = Math.ceil(members.length / FILES_IN_A_PROCESS[engine]);
    return dealt(members, name === '' ? Math.max(count, processes) : count);
  });
}
