// What is said by those who build: Jenkins, CircleCI, Buildkite, TeamCity, Travis, Semaphore, SonarQube, Harbor, Heroku,
// Netlify.

import { buildkite } from '../../src/model/integrations/buildkite.ts';
import { circleci } from '../../src/model/integrations/circleci.ts';
import { harbor } from '../../src/model/integrations/harbor.ts';
import { heroku } from '../../src/model/integrations/heroku.ts';
import { jenkins } from '../../src/model/integrations/jenkins.ts';
import { netlify } from '../../src/model/integrations/netlify.ts';
import { semaphore } from '../../src/model/integrations/semaphore.ts';
import { sonarqube } from '../../src/model/integrations/sonarqube.ts';
import { teamcity } from '../../src/model/integrations/teamcity.ts';
import { travis } from '../../src/model/integrations/travis.ts';
import { type Row, saidTable } from './said.ts';

const ci = 'https://ci.example';
const id = 'c'.repeat(40);

const job = (phase: string, status?: string, more = {}) => ({
  name: 'lamp',
  build: { full_url: `${ci}/1`, number: 1, phase, status, ...more },
});
const built = `Build [lamp #1](${ci}/1)`;
saidTable(jenkins, [
  ['waiting', {}, job('QUEUED'), ['queued', 'lamp', `${built} is waiting.`]],
  ['begun', {}, job('STARTED'), ['started', 'lamp', `${built} has begun.`]],
  ['done', {}, job('COMPLETED', 'SUCCESS'), ['completed', 'lamp', `:check: ${built} is done: **success**.`]],
  [
    'all done',
    {},
    job('FINALIZED', 'UNSTABLE'),
    ['finalized', 'lamp', `:warning: ${built} is done: **unstable**.`],
  ],
  [
    'stopped',
    {},
    job('FINALIZED', 'ABORTED'),
    ['finalized', 'lamp', `:prohibited: ${built} is done: **aborted**.`],
  ],
  [
    'failed',
    {},
    job('FINALIZED', 'FAILURE', { scm: { branch: 'main', commit: id }, log: 'No oil' }),
    [
      'finalized',
      'lamp',
      `:cross_mark: ${built} is done: **failure**.\n* **Branch**: \`main\`\n* **Commit**: \`ccccccccccc\`\n\n\`\`\` text\nNo oil\n\`\`\``,
    ],
  ],
  ['an event without words', {}, job('DIM'), 'unsupported'],
  ['no build', {}, { name: 'lamp' }, /no 'build'/],
]);

const circle = (type: string, more: Record<string, unknown>) => ({
  type,
  project: { name: 'lamp' },
  workflow: { name: 'main flow', url: `${ci}/w`, status: 'failed' },
  pipeline: {
    number: 4,
    vcs: {
      revision: id,
      branch: 'main',
      target_repository_url: 'https://code.example/lamp',
      provider_name: 'github',
      commit: { subject: 'Trim', author: { name: 'Mel' } },
    },
  },
  ...more,
});
const pipeline = `* **Branch**: \`main\`\n* **Commit**: [ccccccccccc](https://code.example/lamp/commit/${id}) Trim\n* **Author**: Mel`;
saidTable(circleci, [
  [
    'a job',
    {},
    circle('job-completed', { job: { name: 'test', status: 'success' } }),
    [
      'job-completed',
      'lamp',
      `:check: The job [test](${ci}/w) is done: **success**.\n* **Pipeline**: #4\n* **Workflow**: main flow\n${pipeline}`,
    ],
  ],
  [
    'a workflow',
    {},
    circle('workflow-completed', {}),
    [
      'workflow-completed',
      'lamp',
      `:cross_mark: The workflow [main flow](${ci}/w) is done: **failed**.\n* **Pipeline**: #4\n${pipeline}`,
    ],
  ],
  [
    'a first greeting',
    {},
    { type: 'ping', webhook: { name: 'Lamps' } },
    ['ping', 'Test event', 'CircleCI webhook has been successfully configured: Lamps.'],
  ],
  ['an event without words', {}, { type: 'job-started' }, 'unsupported'],
  ['no job', {}, circle('job-completed', {}), /no 'job'/],
]);

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
saidTable(buildkite, [
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

const city = (buildResult: string, buildResultDelta = '', more = {}) => ({
  build: {
    buildFullName: 'Lamps :: Light',
    buildNumber: '9',
    buildStatusUrl: `${ci}/9`,
    buildStatus: 'Exit code 1',
    buildResult,
    buildResultDelta,
    triggeredBy: 'Mel;now',
    ...more,
  },
});
const cityLinks = `\n[Changes](${ci}/9&tab=buildChangesDiv) · [Build log](${ci}/9) · Mel`;
const cityRow = (name: string, payload: unknown, event: string, said: string): Row => [
  name,
  {},
  payload,
  [event, 'Lamps :: Light', `${said}${cityLinks}`],
];
const cityBuild = `[Lamps :: Light 9](${ci}/9)`;
saidTable(teamcity, [
  cityRow('successful', city('success'), 'success', `Build ${cityBuild} :check: was **successful**.`),
  cityRow('fixed', city('success', 'fixed'), 'success', `Build ${cityBuild} :check: has been **fixed**.`),
  cityRow(
    'broken',
    city('failure', 'broken'),
    'failure',
    `Build ${cityBuild} :cross_mark: is **broken** (Exit code 1).`,
  ),
  cityRow(
    'still broken',
    city('failure'),
    'failure',
    `Build ${cityBuild} :cross_mark: is still **broken** (Exit code 1).`,
  ),
  cityRow('begun', city('running'), 'running', `Build ${cityBuild} has begun.`),
  cityRow(
    'personal',
    city('running', '', { teamcityProperties: [{ name: 'env.BUILD_IS_PERSONAL', value: 'true' }] }),
    'running',
    `The personal build ${cityBuild} has begun.`,
  ),
  ['no name', {}, { build: {} }, /no 'build\.buildFullName'/],
]);

const trip = (status_message: string, type = 'push') => ({
  type,
  status_message,
  number: '4',
  branch: 'main',
  author_name: 'Mel',
  message: 'Trim',
  compare_url: `${ci}/d`,
  build_url: `${ci}/4`,
  repository: { name: 'lamp' },
});
const travelled = (status: string, mark: string, type = 'push'): Row => [
  `${status} ${type}`,
  {},
  trip(status, type),
  [
    type,
    'lamp',
    `${mark} [Build #4](${ci}/4): **${status}**\n* **Type**: ${type.replace('_', ' ')}\n* **Branch**: \`main\`\n* **Author**: Mel\n* **Commit**: Trim\n* **Changes**: [compared](${ci}/d)`,
  ],
];
saidTable(travis, [
  ...['Passed', 'Fixed'].map((status) => travelled(status, ':check:')),
  ...['Failed', 'Broken', 'Still Failing', 'Errored', 'Canceled'].map((status) =>
    travelled(status, ':cross_mark:'),
  ),
  travelled('Pending', ':time_ticking:'),
  travelled('Passed', ':check:', 'pull_request'),
  travelled('Passed', ':check:', 'cron'),
  ['no state', {}, { type: 'push' }, /no 'status_message'/],
]);

const flow = (reference_type: string, revision: Record<string, unknown>) => ({
  organization: { name: 'acme' },
  project: { name: 'lamp' },
  repository: { url: 'https://github.com/acme/lamp' },
  workflow: { id: 'w1' },
  pipeline: { name: 'Main', result: 'passed' },
  revision: { reference_type, commit_sha: id, commit_message: 'Trim', sender: { login: 'mel' }, ...revision },
});
const pipelined = 'The pipeline [Main](https://acme.semaphoreci.com/workflows/w1): **passed**';
const classic = {
  event: 'build',
  project_name: 'lamp',
  branch_name: 'main',
  result: 'failed',
  build_number: 4,
  build_url: `${ci}/4`,
  commit: { id, url: `${ci}/c`, message: 'Trim', author_name: 'Mel' },
};
saidTable(semaphore, [
  [
    'a branch',
    {},
    flow('branch', { branch: { name: 'main' } }),
    [
      'branch',
      'lamp/main',
      `${pipelined}\n* **Commit**: [ccccccccccc](https://github.com/acme/lamp/commit/${id}) Trim\n* **Branch**: \`main\`\n* **Author**: mel`,
    ],
  ],
  [
    'a pull request',
    {},
    flow('pull_request', { pull_request: { number: '5', name: 'Light it', branch_name: 'wick' } }),
    [
      'pull_request',
      'lamp/wick',
      `${pipelined}\n* **Pull request**: [#5 Light it](https://github.com/acme/lamp/pull/5)\n* **Branch**: \`wick\`\n* **Author**: mel`,
    ],
  ],
  [
    'a tag',
    {},
    flow('tag', { tag: { name: 'v1' } }),
    ['tag', 'lamp', `${pipelined}\n* **Tag**: [v1](https://github.com/acme/lamp/tree/v1)\n* **Author**: mel`],
  ],
  ['something else', {}, flow('dim', {}), ['unknown', 'lamp', `${pipelined}\n* **Author**: mel`]],
  [
    'a build of before',
    {},
    classic,
    [
      'build',
      'lamp/main',
      `[Build 4](${ci}/4): **failed**\n* **Commit**: [ccccccccccc](${ci}/c) Trim\n* **Author**: Mel`,
    ],
  ],
  [
    'a deployment of before',
    {},
    {
      ...classic,
      event: 'deploy',
      build_url: undefined,
      build_html_url: `${ci}/4`,
      number: 2,
      html_url: `${ci}/p`,
      server_name: 'one',
    },
    [
      'deploy',
      'lamp/main',
      `[Deploy 2](${ci}/p) of [Build 4](${ci}/4): **failed**\n* **Commit**: [ccccccccccc](${ci}/c) Trim\n* **Author**: Mel\n* **Server**: one`,
    ],
  ],
  ['something else of before', {}, { ...classic, event: 'dim' }, ['unknown', 'lamp/main', 'dim: **failed**']],
  ['no revision', {}, { project: { name: 'lamp' } }, /no 'revision'/],
]);

const analysis = (status: string, more = {}) => ({
  project: { name: 'lamp', url: `${ci}/s` },
  branch: { name: 'main' },
  qualityGate: { status, conditions: [] },
  ...more,
});
const gated = (metric: string, operator: string) => ({
  metric,
  operator,
  value: '3',
  status: 'ERROR',
  errorThreshold: '5',
});
saidTable(sonarqube, [
  [
    'good',
    {},
    analysis('OK'),
    ['success', 'lamp / main', `:check: The analysis of [lamp](${ci}/s) on \`main\`: **success**`],
  ],
  [
    'without a branch',
    {},
    analysis('OK', { branch: null }),
    ['success', 'lamp', `:check: The analysis of [lamp](${ci}/s): **success**`],
  ],
  [
    'bad',
    {},
    analysis('ERROR', {
      qualityGate: {
        status: 'ERROR',
        conditions: [
          gated('code_coverage', 'LESS_THAN'),
          { metric: 'bugs', operator: 'GREATER_THAN', status: 'OK' },
        ],
      },
    }),
    [
      'error',
      'lamp / main',
      `:cross_mark: The analysis of [lamp](${ci}/s) on \`main\`: **error**\n* code coverage: **error**, 3 should be at least 5`,
    ],
  ],
  [
    'too much',
    {},
    analysis('ERROR', { qualityGate: { status: 'ERROR', conditions: [gated('bugs', 'GREATER_THAN')] } }),
    [
      'error',
      'lamp / main',
      `:cross_mark: The analysis of [lamp](${ci}/s) on \`main\`: **error**\n* bugs: **error**, 3 should be at most 5`,
    ],
  ],
  [
    'without a gate',
    {},
    analysis('OK', { qualityGate: null, status: 'FAILED' }),
    ['error', 'lamp / main', `:cross_mark: The analysis of [lamp](${ci}/s) on \`main\`: **error**`],
  ],
  ['no project', {}, {}, /no 'project\.name'/],
]);

const image = (type: string, more = {}) => ({
  type,
  operator: 'mel',
  event_data: { repository: { repo_full_name: 'acme/lamp' }, resources: [{ tag: 'v1', ...more }] },
});
const scanned = {
  scan_overview: { 'application/vnd.report; version=1.1': { summary: { summary: { High: 2, Low: 1 } } } },
};
saidTable(harbor, [
  [
    'pushed',
    {},
    image('PUSH_ARTIFACT'),
    ['PUSH_ARTIFACT', 'acme/lamp', 'mel pushed the image `acme/lamp:v1`.'],
  ],
  [
    'deleted',
    {},
    image('DELETE_ARTIFACT'),
    ['DELETE_ARTIFACT', 'acme/lamp', 'mel deleted the image `acme/lamp:v1`.'],
  ],
  [
    'scanned',
    {},
    image('SCANNING_COMPLETED', scanned),
    [
      'SCANNING_COMPLETED',
      'acme/lamp',
      'The scan of `acme/lamp:v1` is done, found by severity:\n* High: **2**\n* Low: **1**',
    ],
  ],
  [
    'nothing found',
    {},
    image('SCANNING_COMPLETED'),
    ['SCANNING_COMPLETED', 'acme/lamp', 'The scan of `acme/lamp:v1` is done, nothing was found.'],
  ],
  [
    'a scan that failed',
    {},
    image('SCANNING_FAILED'),
    ['SCANNING_FAILED', 'acme/lamp', ':cross_mark: The scan of `acme/lamp:v1` failed.'],
  ],
  [
    'a scan that was stopped',
    {},
    image('SCANNING_STOPPED'),
    ['SCANNING_STOPPED', 'acme/lamp', 'The scan of `acme/lamp:v1` was stopped.'],
  ],
  [
    'pushed, of before',
    {},
    image('pushImage'),
    ['PUSH_ARTIFACT', 'acme/lamp', 'mel pushed the image `acme/lamp:v1`.'],
  ],
  ['of no interest', {}, image('PULL_ARTIFACT'), 'nothing'],
  ['an event without words', {}, image('DIM'), 'unsupported'],
  ['no repository', {}, { type: 'PUSH_ARTIFACT', operator: 'mel' }, /no 'event_data\.repository/],
]);

const app = (resource: string, action: string, data: Record<string, unknown>) => ({
  resource,
  action,
  actor: { email: 'mel@x.example' },
  data: { app: { name: 'lamp' }, ...data },
});
saidTable(heroku, [
  [
    'a build',
    {},
    app('build', 'create', { id: 'abcdefghij', status: 'pending', output_stream_url: `${ci}/o` }),
    ['build', 'lamp', `mel@x.example created the build [abcdefgh](${ci}/o): **pending**.`],
  ],
  [
    'a build that is done',
    {},
    app('build', 'update', { id: 'abcdefghij', status: 'succeeded', output_stream_url: `${ci}/o` }),
    ['build', 'lamp', `mel@x.example updated the build [abcdefgh](${ci}/o): **succeeded**.`],
  ],
  [
    'a release',
    {},
    app('release', 'create', {
      version: 4,
      status: 'succeeded',
      description: 'Deploy abc',
      output_stream_url: null,
    }),
    ['release', 'lamp', 'mel@x.example created the release v4 (Deploy abc): **succeeded**.'],
  ],
  [
    'a dyno',
    {},
    app('dyno', 'create', { name: 'web.1', state: 'starting' }),
    ['dyno', 'lamp', 'mel@x.example created the dyno `web.1`: **starting**.'],
  ],
  [
    'an addon',
    {},
    app('addon', 'destroy', { name: 'postgres' }),
    ['addon', 'lamp', 'mel@x.example removed the addon `postgres`.'],
  ],
  [
    'a deployment of before',
    {},
    { app: 'lamp', user: 'mel', url: 'https://lamp.example', head: 'abc', git_log: ' * Mel: Trim' },
    [
      'deploy',
      'lamp',
      'mel deployed version `abc` of [lamp](https://lamp.example):\n\n``` quote\n* Mel: Trim\n```',
    ],
  ],
  ['an event without words', {}, app('dim', 'create', {}), 'unsupported'],
  ['no data', {}, { resource: 'build', action: 'create' }, /no 'data'/],
]);

const site = {
  id: '1',
  name: 'lamp',
  url: 'https://lamp.example',
  branch: 'main',
  state: 'ready',
  admin_url: 'https://app.example/lamp',
  error_message: 'No oil',
};
const deployed = (event: string, said: string): Row => [
  event,
  { headers: { 'x-netlify-event': event } },
  site,
  [event, 'main', `The deployment of [lamp](https://lamp.example) from \`main\` ${said}`],
];
const log = '([log](https://app.example/lamp/deploys/1))';
saidTable(netlify, [
  deployed('deploy_building', `is being built ${log}.`),
  deployed('deploy_created', `is now **ready** ${log}.`),
  deployed('deploy_failed', `failed ${log}:\n\n\`\`\` quote\nNo oil\n\`\`\``),
  deployed('deploy_locked', `is now locked ${log}.`),
  deployed('deploy_unlocked', `is now unlocked ${log}.`),
  deployed('deploy_request_pending', `waits for a review ${log}.`),
  deployed('deploy_request_accepted', `was accepted ${log}.`),
  deployed('deploy_request_rejected', `was rejected ${log}.`),
  [
    'a form',
    { headers: { 'x-netlify-event': 'submission_created' } },
    { form_name: 'contact', name: 'Mel', body: 'Hello' },
    [
      'submission_created',
      'contact',
      'A new submission of the form `contact` by Mel:\n\n``` quote\nHello\n```',
    ],
  ],
  ['an event without words', { headers: { 'x-netlify-event': 'dim' } }, site, 'unsupported'],
  ['no branch', { headers: { 'x-netlify-event': 'deploy_created' } }, {}, /no 'branch'/],
]);
