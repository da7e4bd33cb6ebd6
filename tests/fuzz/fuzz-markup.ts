// `npm run fuzz -- markup [--seconds N] [--milliseconds N] [--seed N]`: searches for texts that are slow to render, by
// mutating the slowest ones. Each text is rendered, sent or used in an edit on a server in its own process. It measures the
// processor time of the server's main thread, which Linux counts exactly. Fails if a message takes more than 50 ms in every
// try; one slow try is no failure, because the machine, the compiler and the garbage collector add varying time.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { authorizationOf, startFuzzedServer } from './fuzzed-server.ts';
import { Dice } from './hostile-bytes.ts';
import { KNOWN_TEXTS, nextText } from './slow-texts.ts';

/** Slow texts that are mutated further. */
const KEPT_TEXTS = 20;
/** How often a text that seems too slow is measured again, with pauses; the fastest time counts. */
const RETRIES = 10;
const PAUSE_MILLISECONDS = 300;
/** Requests before measuring, so that the code is compiled. */
const WARM_UP = 60;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    milliseconds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [seconds, maxMilliseconds, seed] = [values.seconds, values.milliseconds, values.seed].map(Number) as [
  number,
  number,
  number,
];

if (process.platform !== 'linux') {
  process.stdout.write('The processor time of a thread is only known on Linux.\n');
  process.exit(0);
}

const ACTIONS = ['render', 'render', 'render', 'render', 'send', 'edit'] as const;
type Action = (typeof ACTIONS)[number];

interface Slow {
  readonly text: string;
  readonly milliseconds: number;
}

const data = mkdtempSync(join(tmpdir(), 'parley-fuzz-'));
const problems: string[] = [];
const { child, url } = await startFuzzedServer({ data, problems });
const authorization = await authorizationOf(url, 'mel');
const dice = new Dice(seed);
const slowest: Slow[] = [];

function mainThreadMilliseconds(): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(
    ' ',
  );
  return Number(nanoseconds) / 1e6;
}

interface Answer {
  readonly id?: number;
  readonly result?: string;
  readonly msg?: string;
}

async function ask(
  path: string,
  fields: Readonly<Record<string, string>>,
  more: { readonly method?: string; readonly as?: string } = {},
): Promise<Answer> {
  const { method = 'POST', as = authorization } = more;
  const headers = { authorization: as };
  const answer = await fetch(`${url}/api/v1${path}`, { method, body: new URLSearchParams(fields), headers });
  const body = (await answer.json()) as Answer;
  const isExpected = answer.status === 200 || (answer.status === 400 && fields.content !== undefined);
  if (!isExpected)
    problems.push(`${path}: ${answer.status} ${body.msg} for ${shortDescription(fields.content ?? '')}`);
  return body;
}

/** Adds what makes texts expensive: alert words with common prefixes, and linkifiers. */
async function makeDemanding(): Promise<void> {
  for (const letter of ['a', '.', '(']) {
    const words = Array.from({ length: 90 }, (_, index) => letter.repeat(index + 1));
    await ask('/users/me/alert_words', { alert_words: JSON.stringify(words) });
  }
  const as = await authorizationOf(url, 'olive');
  for (let index = 0; index < 10; index++) {
    const fields = { pattern: `#${index}(?P<id>[0-9]+)`, url_template: 'https://tickets.example/{id}' };
    await ask('/realm/filters', fields, { as });
  }
}

const destination = { type: 'channel', to: 'general', topic: 'fuzz' };

/** The main thread's time for a text. */
async function timeOf(text: string, action: Action): Promise<number> {
  // Each message is edited once, because it would soon be too old.
  const editedText =
    action === 'edit' ? (await ask('/messages', { ...destination, content: 'to be edited' })).id : undefined;
  const before = mainThreadMilliseconds();
  if (action === 'render') await ask('/messages/render', { content: text });
  else if (action === 'send') await ask('/messages', { ...destination, content: text });
  else await ask(`/messages/${editedText}`, { content: text }, { method: 'PATCH' });
  return mainThreadMilliseconds() - before;
}

/** The shortest time of several tries, with a pause before each; stops once one is below the bound. */
async function leastTimeOf(text: string, action: Action): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < RETRIES && least > maxMilliseconds; time++) {
    await setTimeout(PAUSE_MILLISECONDS);
    least = Math.min(least, await timeOf(text, action));
  }
  return least;
}

function shortDescription(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 200)}…${text.slice(-100)}` : text);
}

function keep(slow: Slow): void {
  slowest.push(slow);
  slowest.sort((a, b) => b.milliseconds - a.milliseconds);
  slowest.length = Math.min(slowest.length, KEPT_TEXTS);
}

/** Measures a text, and keeps it if it is among the slowest. */
async function tryText(text: string, action: Action): Promise<void> {
  const first = await timeOf(text, action);
  if (first < (slowest[KEPT_TEXTS - 1]?.milliseconds ?? 0)) return;
  const second = first > maxMilliseconds ? await leastTimeOf(text, action) : await timeOf(text, action);
  const milliseconds = Math.min(first, second);
  // The whole text, because a seed does not reproduce it: later texts depend on the measurements.
  if (milliseconds > maxMilliseconds)
    problems.push(`${milliseconds.toFixed(0)} ms to ${action} ${JSON.stringify(text)}`);
  keep({ text, milliseconds });
}

process.stdout.write(`seed ${seed}: texts for ${seconds} s\n`);
await makeDemanding();
for (let count = 0; count < WARM_UP; count++) await timeOf(nextText(dice, []), dice.one(ACTIONS));
const end = performance.now() + seconds * 1000;
let triedTexts = 0;
for (const text of KNOWN_TEXTS) for (const action of new Set(ACTIONS)) await tryText(text, action);
while (performance.now() < end && child.exitCode === null && problems.length === 0) {
  const slowTexts = slowest.map((slow) => slow.text);
  await tryText(nextText(dice, slowTexts), dice.one(ACTIONS));
  triedTexts++;
}
const health = await fetch(`${url}/health`).then((answer) => answer.status, String);
if (health !== 200) problems.push(`afterwards /health answers ${health}`);
child.removeAllListeners('exit');
child.kill('SIGKILL');
rmSync(data, { recursive: true, force: true });
process.stdout.write(`${triedTexts + KNOWN_TEXTS.length} texts; the slowest on the main thread:\n`);
for (const { milliseconds, text } of slowest.slice(0, 5))
  process.stdout.write(`${milliseconds.toFixed(1).padStart(7)} ms  ${shortDescription(text)}\n`);
for (const problem of problems) process.stdout.write(`✖ ${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);
