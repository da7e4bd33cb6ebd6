// Messages about pipelines of Semaphore, in both formats.

import { semaphore } from '../../src/model/webhook-services/semaphore.ts';
import { messagesTable } from './messages-table.ts';

const ci = 'https://ci.example';
const id = 'c'.repeat(40);

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
messagesTable(semaphore, [
  [
    'a branch',
    {},
    flow('branch', { branch: { name: 'main' } }),
    [
      'branch',
      'lamp/main',
      `${pipelined}\n* **Commit**: [ccccccccccc](https://github.com/acme/lamp/commit/${id}) Trim\n* **Branch**: \`main\`\n* **Author**: [mel](https://github.com/mel)`,
    ],
  ],
  [
    'a pull request',
    {},
    flow('pull_request', { pull_request: { number: '5', name: 'Light it', branch_name: 'wick' } }),
    [
      'pull_request',
      'lamp/wick',
      `${pipelined}\n* **Pull request**: [#5 Light it](https://github.com/acme/lamp/pull/5)\n* **Branch**: \`wick\`\n* **Author**: [mel](https://github.com/mel)`,
    ],
  ],
  [
    'a tag',
    {},
    flow('tag', { tag: { name: 'v1' } }),
    [
      'tag',
      'lamp',
      `${pipelined}\n* **Tag**: [v1](https://github.com/acme/lamp/tree/v1)\n* **Author**: [mel](https://github.com/mel)`,
    ],
  ],
  [
    'something else',
    {},
    flow('dim', {}),
    ['unknown', 'lamp', `${pipelined}\n* **Author**: [mel](https://github.com/mel)`],
  ],
  [
    'a build in the older format',
    {},
    classic,
    [
      'build',
      'lamp/main',
      `[Build 4](${ci}/4): **failed**\n* **Commit**: [ccccccccccc](${ci}/c) Trim\n* **Author**: Mel`,
    ],
  ],
  [
    'a deployment in the older format',
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
  [
    'an unsupported event in the older format',
    {},
    { ...classic, event: 'dim' },
    ['unknown', 'lamp/main', 'dim: **failed**'],
  ],
  ['no revision', {}, { project: { name: 'lamp' } }, /no 'revision'/],
]);
