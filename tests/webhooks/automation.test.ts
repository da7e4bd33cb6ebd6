// Messages about jobs of Ansible Tower, Rundeck and Buildbot, and alerts of Splunk.

import { ansibletower, buildbot, rundeck } from '../../src/model/webhook-services/automation.ts';
import { splunk } from '../../src/model/webhook-services/splunk.ts';
import { messagesTable, type Row } from './messages-table.ts';

const tower = 'https://tower.example/#/jobs/9';
const job = (status: string, more = {}) => ({ id: 9, name: 'Light lamps', url: tower, status, ...more });
const towerRow = (status: string, ending: string): Row => [
  status,
  {},
  job(status, { friendly_name: 'Job' }),
  [status, 'Light lamps', `Job [#9 Light lamps](${tower}) ${ending}.`],
];
messagesTable(ansibletower, [
  towerRow('successful', ':check: was **successful**'),
  towerRow('failed', ':cross_mark: **failed**'),
  towerRow('error', ':cross_mark: ended with an **error**'),
  towerRow('canceled', ':cross_mark: was **canceled**'),
  towerRow('running', ':running: has **started**'),
  towerRow('paused', 'is **paused**'),
  [
    'a job with hosts',
    {},
    job('failed', {
      friendly_name: 'Job',
      created_by: 'mel',
      hosts: { 'b.example': { failed: false }, 'a.example': { failed: true } },
    }),
    [
      'failed',
      'Light lamps',
      `Job [#9 Light lamps](${tower}) :cross_mark: **failed** (by mel):\n* a.example: :cross_mark: failed\n* b.example: :check: success`,
    ],
  ],
  [
    'the type of a job only in its URL',
    {},
    job('successful', { url: 'https://tower.example/project_updates/9/' }),
    [
      'successful',
      'Light lamps',
      'project updates [#9 Light lamps](https://tower.example/project_updates/9/) :check: was **successful**.',
    ],
  ],
  ['no name', {}, { status: 'failed' }, /no 'name'/],
]);

const deck = 'https://deck.example';
const execution = (status: string) => ({
  id: 3,
  href: `${deck}/e/3`,
  status,
  project: 'Lamps',
  user: 'mel',
  argstring: '-wick long',
  job: { name: 'Light', permalink: `${deck}/j/1` },
});
const deckRow = (trigger: string, status: string, ending: string): Row => [
  `${status} (${trigger})`,
  {},
  { trigger, status, execution: execution(status) },
  [
    trigger,
    'Light',
    `[Light](${deck}/j/1): the execution [#3](${deck}/e/3) of **Lamps** ${ending}.\n* **User**: mel\n* **Arguments**: \`-wick long\``,
  ],
];
messagesTable(rundeck, [
  deckRow('start', 'running', ':running: has **started**'),
  deckRow('start', 'scheduled', ':running: has **started**'),
  deckRow('success', 'succeeded', ':check: has **succeeded**'),
  deckRow('failure', 'failed', ':cross_mark: has **failed**'),
  deckRow('failure', 'aborted', ':cross_mark: was **aborted**'),
  deckRow('failure', 'timedout', ':cross_mark: has **timed out**'),
  deckRow('retryablefailure', 'failed-with-retry', ':cross_mark: has **failed** and is tried again'),
  deckRow('avgduration', 'running', ':time_ticking: is **running long**'),
  deckRow('other', 'dimmed', 'is **dimmed**'),
  ['no job', {}, { trigger: 'start', execution: { id: 3 } }, /no 'execution\.job\.name'/],
]);

const bot = (more = {}) => ({
  event: 'finished',
  buildid: 7,
  buildername: 'lamp',
  url: 'https://bot.example/7',
  project: 'Lamps',
  ...more,
});
const botRow = (results: number, result: string, mark: string): Row => [
  result,
  {},
  bot({ results }),
  ['finished', 'Lamps', `${mark} The build [#7](https://bot.example/7) of **lamp** is done: **${result}**.`],
];
messagesTable(buildbot, [
  [
    'started, without a project',
    {},
    bot({ event: 'new', project: '' }),
    ['new', 'general', ':running: The build [#7](https://bot.example/7) of **lamp** has started.'],
  ],
  botRow(0, 'success', ':check:'),
  botRow(1, 'warnings', ':warning:'),
  botRow(2, 'failure', ':cross_mark:'),
  botRow(3, 'skipped', ':warning:'),
  botRow(4, 'exception', ':cross_mark:'),
  botRow(5, 'retry', ':warning:'),
  botRow(6, 'cancelled', ':cross_mark:'),
  ['an invalid result', {}, bot({ results: 9 }), /'results' of the payload/],
  ['an unsupported event', {}, bot({ event: 'dimmed' }), 'unsupported'],
]);

messagesTable(splunk, [
  [
    'an alert',
    {},
    {
      search_name: 'Dark lamps',
      results_link: 'https://splunk.example/r',
      app: 'search',
      owner: 'mel',
      result: { host: 'a.example', source: '/var/log/lamp', _raw: 'dark', count: 4 },
    },
    [
      'alert',
      'Dark lamps',
      ':alert: The saved search [Dark lamps](https://splunk.example/r) raised an alert.\n* **Host**: a.example\n* **Source**: `/var/log/lamp`\n* **Raw**: `dark`\n* **Count**: 4\n* **App**: search\n* **Owner**: mel',
    ],
  ],
  [
    'no result',
    {},
    {},
    ['alert', 'Missing search_name', ':alert: The saved search Missing search_name raised an alert.'],
  ],
  ['an invalid host', {}, { result: { host: {} } }, /'result\.host' of the payload is not a string/],
]);
