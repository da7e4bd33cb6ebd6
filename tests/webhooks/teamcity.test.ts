// Messages about builds of TeamCity.

import { teamcity } from '../../src/model/webhook-services/teamcity.ts';
import { messagesTable, type Row } from './messages-table.ts';

const ci = 'https://ci.example';

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
messagesTable(teamcity, [
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
  [
    'with the name of a branch',
    {},
    city('running', '', { branchDisplayName: 'wick' }),
    ['running', 'Lamps :: Light (wick)', `Build ${cityBuild} has begun.${cityLinks}`],
  ],
  cityRow('begun', city('running'), 'running', `Build ${cityBuild} has begun.`),
  cityRow(
    'personal',
    city('running', '', { teamcityProperties: [{ name: 'env.BUILD_IS_PERSONAL', value: 'true' }] }),
    'running',
    `The personal build ${cityBuild} has begun.`,
  ),
  ['no name', {}, { build: {} }, /no 'build\.buildFullName'/],
]);
