// `npm run fuzz -- markup [--seconds N] [--milliseconds N] [--seed N]`: looks for texts that are slow to render, by mutating
// those that were slowest. Every text goes to a server in a process of its own, is rendered and sent; what counts is the
// processor time of that server's main thread, which the system keeps exactly (Linux). Fails where a message takes more
// than 50 ms of it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { authorizationOf, startFuzzedServer } from './fuzzed-server.ts';
import { Dice } from './hostile-bytes.ts';
import { nextText } from './slow-texts.ts';

/** Slow texts that are mutated further. */
const KEPT = 20;
/** A text that seems too slow is sent so often again; the fastest time is its own, the rest is the machine's. */
const AGAIN = 6;
/** Requests before measuring, so that code is compiled. */
const WARM_UP = 60;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    milliseconds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [seconds, mostMilliseconds, seed] = [values.seconds, values.milliseconds, values.seed].map(Number) as [
  number,
  number,
  number,
];

if (process.platform !== 'linux') {
  process.stdout.write('The processor time of a thread is only known on Linux.\n');
  process.exit(0);
}

interface Slow {
  readonly text: string;
  readonly milliseconds: number;
}

const data = mkdtempSync(join(tmpdir(), 'parley-fuzz-'));
const problems: string[] = [];
const { child, url } = await startFuzzedServer({ data, problems });
const authorization = await authorizationOf(url);
const dice = new Dice(seed);
const slowest: Slow[] = [];

function mainThreadMilliseconds(): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(
    ' ',
  );
  return Number(nanoseconds) / 1e6;
}

async function ask(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', body, headers: { authorization } });
  await answer.arrayBuffer();
  if (answer.status >= 500) problems.push(`${path}: ${answer.status} for ${described(fields.content ?? '')}`);
}

/** The main thread's time for rendering a text, or for sending it. */
async function timeOf(text: string, way: 'render' | 'send'): Promise<number> {
  const before = mainThreadMilliseconds();
  if (way === 'render') await ask('/messages/render', { content: text });
  else await ask('/messages', { type: 'channel', to: 'general', topic: 'fuzz', content: text });
  return mainThreadMilliseconds() - before;
}

async function leastTimeOf(text: string, way: 'render' | 'send'): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < AGAIN && least > mostMilliseconds; time++) {
    least = Math.min(least, await timeOf(text, way));
  }
  return least;
}

function described(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 200)}…${text.slice(-100)}` : text);
}

function keep(slow: Slow): void {
  slowest.push(slow);
  slowest.sort((a, b) => b.milliseconds - a.milliseconds);
  slowest.length = Math.min(slowest.length, KEPT);
}

process.stdout.write(`seed ${seed}: texts for ${seconds} s\n`);
for (let count = 0; count < WARM_UP; count++) await timeOf(nextText(dice, []), 'render');
const end = performance.now() + seconds * 1000;
let tried = 0;
while (performance.now() < end && child.exitCode === null && problems.length === 0) {
  const text = nextText(
    dice,
    slowest.map((slow) => slow.text),
  );
  const way = ++tried % 8 === 0 ? 'send' : 'render';
  const first = await timeOf(text, way);
  if (first < (slowest[KEPT - 1]?.milliseconds ?? 0)) continue;
  const milliseconds = first > mostMilliseconds ? await leastTimeOf(text, way) : await timeOf(text, way);
  if (milliseconds > mostMilliseconds)
    problems.push(`${milliseconds.toFixed(0)} ms to ${way} ${described(text)}`);
  keep({ text, milliseconds: Math.min(first, milliseconds) });
}
const health = await fetch(`${url}/health`).then((answer) => answer.status, String);
if (health !== 200) problems.push(`afterwards /health answers ${health}`);
child.removeAllListeners('exit');
child.kill('SIGKILL');
rmSync(data, { recursive: true, force: true });
process.stdout.write(`${tried} texts; the slowest on the main thread:\n`);
for (const { milliseconds, text } of slowest.slice(0, 5))
  process.stdout.write(`${milliseconds.toFixed(1).padStart(7)} ms  ${described(text)}\n`);
for (const problem of problems) process.stdout.write(`✖ ${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);
