// Messages about SonarQube's findings.

import { sonarqube } from '../../src/model/webhook-services/sonarqube.ts';
import { messagesTable } from './messages-table.ts';

const ci = 'https://ci.example';

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
messagesTable(sonarqube, [
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
    'a value above its threshold',
    {},
    analysis('ERROR', { qualityGate: { status: 'ERROR', conditions: [gated('bugs', 'GREATER_THAN')] } }),
    [
      'error',
      'lamp / main',
      `:cross_mark: The analysis of [lamp](${ci}/s) on \`main\`: **error**\n* bugs: **error**, 3 should be at most 5`,
    ],
  ],
  [
    'without a quality gate',
    {},
    analysis('OK', { qualityGate: null, status: 'FAILED' }),
    ['error', 'lamp / main', `:cross_mark: The analysis of [lamp](${ci}/s) on \`main\`: **error**`],
  ],
  ['no project', {}, {}, /no 'project\.name'/],
]);
