// Messages about builds and jobs of Buildkite.

import { buildkite } from '../../src/model/webhook-services/buildkite.ts';
import { messagesTable, type Row } from './messages-table.ts';

const ci = 'https://ci.example';
const id = 'c'.repeat(40);

const build = (event: string, state: string) => ({
  event,
  build: { state, number: 3, branch: 'main', web_url: `${ci}/3`, commit: id, message: 'Trim' },
  pipeline: { name: 'lamp' },
});
const buildLink = `Build [lamp #3](${ci}/3)`;
const details = '\n* **Commit**: `ccccccccccc`\n* **Message**: Trim';
const jobRow = (event: string, outcome: string): Row => [
  event,
  {},
  { ...build(event, 'running'), job: { name: 'test', state: 'passed', web_url: `${ci}/j` } },
  [event, 'lamp / main', `The job [test](${ci}/j) ${outcome}.`],
];
messagesTable(buildkite, [
  [
    'waiting',
    {},
    build('build.scheduled', 'scheduled'),
    ['build.scheduled', 'lamp / main', `${buildLink} is waiting.${details}`],
  ],
  [
    'begun',
    {},
    build('build.running', 'running'),
    ['build.running', 'lamp / main', `${buildLink} has begun.${details}`],
  ],
  [
    'failing',
    {},
    build('build.failing', 'failing'),
    ['build.failing', 'lamp / main', `:cross_mark: ${buildLink} is failing.${details}`],
  ],
  [
    'passed',
    {},
    build('build.finished', 'passed'),
    ['build.finished', 'lamp / main', `:check: ${buildLink} is done: **passed**.${details}`],
  ],
  [
    'failed',
    {},
    build('build.finished', 'failed'),
    ['build.finished', 'lamp / main', `:cross_mark: ${buildLink} is done: **failed**.${details}`],
  ],
  jobRow('job.scheduled', 'is waiting'),
  jobRow('job.started', 'has begun'),
  jobRow('job.finished', 'is done: **passed**'),
  jobRow('job.activated', 'was unblocked'),
  [
    'an agent',
    {},
    { event: 'agent.lost', agent: { name: 'one', web_url: `${ci}/a` } },
    ['agent.lost', 'Buildkite agents', `The agent [one](${ci}/a) was lost.`],
  ],
  [
    'the ping event',
    {},
    { event: 'ping' },
    ['ping', 'Buildkite', 'Buildkite webhook has been successfully configured.'],
  ],
  ['an unsupported event', {}, { event: 'cluster.dim' }, 'unsupported'],
  ['no pipeline', {}, { event: 'build.running', build: {} }, /no 'pipeline\.name'/],
]);
