// Messages about jobs and workflows of CircleCI.

import { circleci } from '../../src/model/webhook-services/circleci.ts';
import { messagesTable } from './messages-table.ts';

const ci = 'https://ci.example';
const id = 'c'.repeat(40);

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
messagesTable(circleci, [
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
    'the ping event',
    {},
    { type: 'ping', webhook: { name: 'Lamps' } },
    ['ping', 'Test event', 'CircleCI webhook has been successfully configured: Lamps.'],
  ],
  ['an unsupported event', {}, { type: 'job-started' }, 'unsupported'],
  ['no job', {}, circle('job-completed', {}), /no 'job'/],
]);
