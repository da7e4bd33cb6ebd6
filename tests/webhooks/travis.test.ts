// Messages about builds of Travis.

import { travis } from '../../src/model/webhook-services/travis.ts';
import { messagesTable, type Row } from './messages-table.ts';

const ci = 'https://ci.example';

const build = (status_message: string, type = 'push') => ({
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
const buildRow = (status: string, mark: string, type = 'push'): Row => [
  `${status} ${type}`,
  {},
  build(status, type),
  [
    type,
    'builds',
    `${mark} [Build #4](${ci}/4): **${status}**\n* **Repository**: lamp\n* **Type**: ${type.replace('_', ' ')}\n* **Branch**: \`main\`\n* **Author**: Mel\n* **Commit**: Trim\n* **Changes**: [compared](${ci}/d)`,
  ],
];
messagesTable(travis, [
  ...['Passed', 'Fixed'].map((status) => buildRow(status, ':check:')),
  ...['Failed', 'Broken', 'Still Failing', 'Errored', 'Canceled'].map((status) =>
    buildRow(status, ':cross_mark:'),
  ),
  buildRow('Pending', ':time_ticking:'),
  buildRow('Passed', ':check:', 'pull_request'),
  buildRow('Passed', ':check:', 'cron'),
  ['no state', {}, { type: 'push' }, /no 'status_message'/],
]);
