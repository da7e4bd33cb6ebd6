// Messages about builds of Travis.

import { travis } from '../../src/model/webhook-services/travis.ts';
import { messagesTable, type Row } from './messages-table.ts';

const ci = 'https://ci.example';

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
    'builds',
    `${mark} [Build #4](${ci}/4): **${status}**\n* **Repository**: lamp\n* **Type**: ${type.replace('_', ' ')}\n* **Branch**: \`main\`\n* **Author**: Mel\n* **Commit**: Trim\n* **Changes**: [compared](${ci}/d)`,
  ],
];
messagesTable(travis, [
  ...['Passed', 'Fixed'].map((status) => travelled(status, ':check:')),
  ...['Failed', 'Broken', 'Still Failing', 'Errored', 'Canceled'].map((status) =>
    travelled(status, ':cross_mark:'),
  ),
  travelled('Pending', ':time_ticking:'),
  travelled('Passed', ':check:', 'pull_request'),
  travelled('Passed', ':check:', 'cron'),
  ['no state', {}, { type: 'push' }, /no 'status_message'/],
]);
