// Messages about builds of Jenkins.

import { jenkins } from '../../src/model/webhook-services/jenkins.ts';
import { messagesTable } from './messages-table.ts';

const ci = 'https://ci.example';
const id = 'c'.repeat(40);

const job = (phase: string, status?: string, more = {}) => ({
  name: 'lamp',
  build: { full_url: `${ci}/1`, number: 1, phase, status, ...more },
});
const built = `Build [lamp #1](${ci}/1)`;
messagesTable(jenkins, [
  ['waiting', {}, job('QUEUED'), ['queued', 'lamp', `${built} is waiting.`]],
  ['begun', {}, job('STARTED'), ['started', 'lamp', `${built} has begun.`]],
  ['done', {}, job('COMPLETED', 'SUCCESS'), ['completed', 'lamp', `:check: ${built} is done: **success**.`]],
  [
    'finalized',
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
  ['an unsupported event', {}, job('DIM'), 'unsupported'],
  ['no build', {}, { name: 'lamp' }, /no 'build'/],
]);
