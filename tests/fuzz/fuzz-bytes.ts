// `npm run fuzz -- bytes [--seconds N] [--connections N] [--seed N]`: hostile bytes over up to 200 connections against a
// server in its own process with a watched event loop. Fails if the server exits, answers with a failure of its own, blocks
// its event loop for more than 100 ms, or leaks what it was sent.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assault, type Outcome } from './assault.ts';
import { authorizationOf, startFuzzedServer } from './fuzzed-server.ts';

const MAX_BLOCK_MILLISECONDS = 100;
const MAX_MEMORY_BYTES = 700 * 1024 * 1024;
const ROUND_MILLISECONDS = 2000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [seconds, connections, seed] = [values.seconds, values.connections, values.seed].map(Number) as [
  number,
  number,
  number,
];
const data = mkdtempSync(join(tmpdir(), 'parley-fuzz-'));
const problems: string[] = [];

interface Probed {
  readonly milliseconds: number;
  readonly waited: number;
  readonly memory: number;
}

async function probe(child: ChildProcess): Promise<Probed> {
  const reply = once(child, 'message');
  child.send('how long?');
  const [answer] = await reply;
  return answer as Probed;
}

function summary(outcomes: readonly Outcome[]): string {
  const counts = new Map<number, number>();
  for (const status of outcomes.flatMap(({ statuses }) => statuses))
    counts.set(status, (counts.get(status) ?? 0) + 1);
  return JSON.stringify(Object.fromEntries([...counts].sort(([a], [b]) => a - b)));
}

const { child, url } = await startFuzzedServer({ data, problems, preload: './tests/fuzz/loop-probe.ts' });
const authorization = await authorizationOf(url, 'mel');
await probe(child);
const end = performance.now() + seconds * 1000;
process.stdout.write(`seed ${seed}: ${connections} connections for ${seconds} s\n`);
for (let round = 0; performance.now() < end && problems.length === 0; round++) {
  const from = seed + round * 1_000_000;
  const until = Math.min(end, performance.now() + ROUND_MILLISECONDS);
  const continues = () => performance.now() < until && child.exitCode === null;
  const authorizations = [undefined, 'Basic ====', authorization, authorization];
  const outcomes = await assault({
    port: Number(new URL(url).port),
    seed: from,
    authorizations,
    connections,
    continues,
  });
  for (const { attack, failure } of outcomes) if (failure) problems.push(`seed ${from + attack}: ${failure}`);
  if (child.exitCode !== null) break;
  const { milliseconds, waited, memory } = await probe(child);
  const line = `seed ${from}: ${outcomes.length} attacks, longest block ${milliseconds.toFixed(0)} ms (${waited.toFixed(0)} ms passed), ${(memory / 1024 / 1024).toFixed(0)} MiB`;
  process.stdout.write(`${line}; ${summary(outcomes)}\n`);
  if (milliseconds > MAX_BLOCK_MILLISECONDS || memory > MAX_MEMORY_BYTES) problems.push(line);
}
const health = await fetch(`${url}/health`).then((answer) => answer.status, String);
if (health !== 200) problems.push(`afterwards /health answers ${health}`);
child.removeAllListeners('exit');
child.kill('SIGKILL');
rmSync(data, { recursive: true, force: true });
for (const problem of problems) process.stdout.write(`✖ ${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);
