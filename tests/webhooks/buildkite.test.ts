// Messages about builds and jobs of Buildkite.

import { buildkite } from '../../src/model/webhook-services/buildkite.ts';
import { messagesTable, type Row } from './said.ts';

const ci = 'https://ci.example';
const id = 'c'.repeat(40);

const build = (event: string, state: string) => ({
  event,
  build: { state, number: 3, branch: 'main', web_url: `${ci}/3`, commit: id, message: 'Trim' },
  pipeline: { name: 'lamp' },
});
const kite = `Build [lamp #3](${ci}/3)`;
const rest = '\n* **Commit**: `ccccccccccc`\n* **Message**: Trim';
const kiteJob = (event: string, said: string): Row => [
  event,
  {},
  { ...build(event, 'running'), job: { name: 'test', state: 'passed', web_url: `${ci}/j` } },
  [event, 'lamp / main', `The job [test](${ci}/j) ${said}.`],
];
messagesTable(buildkite, [
  [
    'waiting',
    {},
    build('build.scheduled', 'scheduled'),
    ['build.scheduled', 'lamp / main', `${kite} is waiting.${rest}`],
  ],
  [
    'begun',
    {},
    build('build.running', 'running'),
    ['build.running', 'lamp / main', `${kite} has begun.${rest}`],
  ],
  [
    'failing',
    {},
    build('build.failing', 'failing'),
    ['build.failing', 'lamp / main', `:cross_mark: ${kite} is failing.${rest}`],
  ],
  [
    'passed',
    {},
    build('build.finished', 'passed'),
    ['build.finished', 'lamp / main', `:check: ${kite} is done: **passed**.${rest}`],
  ],
  [
    'failed',
    {},
    build('build.finished', 'failed'),
    ['build.finished', 'lamp / main', `:cross_mark: ${kite} is done: **failed**.${rest}`],
  ],
  kiteJob('job.scheduled', 'is waiting'),
  kiteJob('job.started', 'has begun'),
  kiteJob('job.finished', 'is done: **passed**'),
  kiteJob('job.activated', 'was let through'),
  [
    'an agent',
    {},
    { event: 'agent.lost', agent: { name: 'one', web_url: `${ci}/a` } },
    ['agent.lost', 'Buildkite agents', `The agent [one](${ci}/a) was lost.`],
  ],
  [
    'a first greeting',
    {},
    { event: 'ping' },
    ['ping', 'Buildkite', 'Buildkite webhook has been successfully configured.'],
  ],
  ['an event without words', {}, { event: 'cluster.dim' }, 'unsupported'],
  ['no pipeline', {}, { event: 'build.running', build: {} }, /no 'pipeline\.name'/],
]);
