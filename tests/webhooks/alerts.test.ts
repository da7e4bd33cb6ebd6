// Messages about alerts: Alertmanager, PagerDuty, Opsgenie.

import { alertmanager } from '../../src/model/webhook-services/alertmanager.ts';
import { opsgenie } from '../../src/model/webhook-services/opsgenie.ts';
import { pagerduty } from '../../src/model/webhook-services/pagerduty.ts';
import { messagesTable, type Row } from './messages-table.ts';

const alert = {
  status: 'firing',
  labels: { instance: 'lamp:9100', alertname: 'Dark', 'team.name': 'light' },
  annotations: { summary: 'No [light' },
  generatorURL: 'https://prom.example/graph?g0.expr=up&g0.tab=1',
};
const graph = '[graph](https://prom.example/graph?g0.expr=up&g0.tab=0)';

messagesTable(alertmanager, [
  [
    'one alert',
    {},
    { alerts: [alert] },
    ['firing', 'lamp:9100', `:alert: **Firing** Dark (${graph}): No [light`],
  ],
  [
    'several alerts of one host',
    {},
    { alerts: [alert, alert] },
    ['firing', 'lamp:9100', `:alert: **Firing**\n* Dark (${graph}): No [light\n* Dark (${graph}): No [light`],
  ],
  [
    'a resolved alert',
    {},
    { alerts: [{ ...alert, status: 'resolved', annotations: {} }] },
    ['resolved', 'lamp:9100', `:squared_ok: **Resolved** Dark (${graph})`],
  ],
  [
    'labels named in the webhook URL',
    { query: { name: 'team.name', desc: 'instance' } },
    { alerts: [{ ...alert, annotations: {} }] },
    ['firing', 'light', `:alert: **Firing** lamp:9100 (${graph})`],
  ],
  [
    'an alert without labels',
    {},
    { alerts: [{ status: 'firing' }] },
    ['firing', '(unknown)', ':alert: **Firing** an alert without a name (graph)'],
  ],
  ['no alerts', {}, { alerts: [] }, 'nothing'],
  ['another format', {}, { alert: [] }, /no 'alerts'/],
  ['invalid alerts', {}, { alerts: [3] }, /no 'alerts\.0\.status'/],
]);

const page = 'https://pd.example';
const data = {
  number: 9,
  title: 'Dark',
  html_url: `${page}/i/9`,
  service: { summary: 'Lamp', html_url: `${page}/s/1` },
  assignees: [{ summary: 'Mel', html_url: `${page}/u/1` }],
};
const third = (type: string, more = {}) => ({
  event: { event_type: type, data, agent: { summary: 'Mia', html_url: `${page}/u/2` }, ...more },
});
const incident = `Incident [Dark (#9)](${page}/i/9)`;
const incidentRow = (name: string, type: string, action: string, content: string): Row => [
  name,
  {},
  third(type),
  [action, 'Incident Dark (#9)', content],
];

messagesTable(pagerduty, [
  incidentRow(
    'triggered',
    'incident.triggered',
    'triggered',
    `:alert: ${incident} triggered by [Lamp](${page}/s/1) (assigned to [Mel](${page}/u/1)).`,
  ),
  incidentRow(
    'acknowledged',
    'incident.acknowledged',
    'acknowledged',
    `${incident} acknowledged by [Mia](${page}/u/2) (assigned to [Mel](${page}/u/1)).`,
  ),
  incidentRow(
    'resolved',
    'incident.resolved',
    'resolved',
    `:squared_ok: ${incident} resolved by [Mia](${page}/u/2).`,
  ),
  incidentRow(
    'reassigned',
    'incident.reassigned',
    'reassigned',
    `${incident} reassigned by [Mia](${page}/u/2) (assigned to [Mel](${page}/u/1)).`,
  ),
  incidentRow(
    'escalated',
    'incident.escalated',
    'escalated',
    `:alert: ${incident} escalated by [Mia](${page}/u/2) (assigned to [Mel](${page}/u/1)).`,
  ),
  incidentRow(
    'reopened',
    'incident.reopened',
    'reopened',
    `:alert: ${incident} reopened by [Mia](${page}/u/2) (assigned to [Mel](${page}/u/1)).`,
  ),
  incidentRow(
    'delegated',
    'incident.delegated',
    'delegated',
    `${incident} delegated by [Mia](${page}/u/2) (assigned to [Mel](${page}/u/1)).`,
  ),
  incidentRow(
    'revoked',
    'incident.unacknowledged',
    'unacknowledged',
    `${incident} unacknowledged by [Mia](${page}/u/2) (service [Lamp](${page}/s/1)) (assigned to [Mel](${page}/u/1)).`,
  ),
  [
    'another priority',
    {},
    third('incident.priority_updated', { data: { ...data, priority: { summary: 'P1' }, urgency: 'high' } }),
    [
      'priority updated',
      'Incident Dark (#9)',
      `${incident} priority updated by [Mia](${page}/u/2) (assigned to [Mel](${page}/u/1)).\n\n\`\`\` quote\nPriority \`P1\`, urgency high\n\`\`\``,
    ],
  ],
  [
    'a responder request',
    {},
    third('incident.responder.added', {
      data: {
        incident: { summary: '[#9] Dark', html_url: `${page}/i/9` },
        user: { summary: 'Max', html_url: `${page}/u/3` },
        message: 'Please help',
      },
    }),
    [
      'responder added',
      'Incident Dark (#9)',
      `${incident} responder added by [Mia](${page}/u/2) (assigned to [Max](${page}/u/3)).\n\n\`\`\` quote\nPlease help\n\`\`\``,
    ],
  ],
  [
    'a note',
    {},
    third('incident.annotated', {
      data: { content: 'Fill it', incident: { summary: '[#9] Dark', html_url: `${page}/i/9` } },
    }),
    [
      'annotated',
      'Incident Dark (#9)',
      `${incident} annotated by [Mia](${page}/u/2).\n\n\`\`\` quote\nFill it\n\`\`\``,
    ],
  ],
  [
    'the second format',
    {},
    {
      messages: [
        {
          event: 'incident.trigger',
          incident: {
            incident_number: 9,
            title: 'Dark',
            html_url: `${page}/i/9`,
            service: { name: 'Lamp', html_url: `${page}/s/1` },
            assignments: [],
          },
        },
      ],
    },
    [
      'triggered',
      'Incident 9',
      `:alert: Incident [9](${page}/i/9) triggered by [Lamp](${page}/s/1).\n\n\`\`\` quote\nDark\n\`\`\``,
    ],
  ],
  [
    'the first format',
    {},
    {
      messages: [
        {
          type: 'incident.resolve',
          data: {
            incident: {
              incident_number: 9,
              html_url: `${page}/i/9`,
              service: { name: 'Lamp', html_url: `${page}/s/1` },
              resolved_by_user: { name: 'Mel', html_url: `${page}/u/1` },
              trigger_summary_data: { subject: 'It is dark' },
            },
          },
        },
      ],
    },
    [
      'resolved',
      'Incident 9',
      `:squared_ok: Incident [9](${page}/i/9) resolved by [Mel](${page}/u/1).\n\n\`\`\` quote\nIt is dark\n\`\`\``,
    ],
  ],
  ['the ping event', {}, third('pagey.ping'), 'nothing'],
  ['an unsupported event', {}, third('incident.hologram'), 'unsupported'],
  ['no title', {}, third('incident.resolved', { data: { ...data, title: null } }), /no 'event\.data\.title'/],
]);

const genie = (action: string, more = {}, outside = {}) => ({
  action,
  integrationName: 'Lamps',
  alert: { alertId: 'a b', message: 'Dark', tags: ['oil'], ...more },
  ...outside,
});
const opsgenieMessage = (action: string, facts: string) =>
  `[Opsgenie alert](https://app.opsgenie.com/alert/V2#/show/a%20b): **${action}**\n* **Message**: Dark\n${facts}* **Tags**: \`oil\``;

messagesTable(opsgenie, [
  [
    'a new alert',
    {},
    genie('Create', { priority: 'P1' }),
    ['Create', 'Lamps', opsgenieMessage('Create', '* **Priority**: P1\n')],
  ],
  ['acknowledged', {}, genie('Acknowledge'), ['Acknowledge', 'Lamps', opsgenieMessage('Acknowledge', '')]],
  ['closed', {}, genie('Close'), ['Close', 'Lamps', opsgenieMessage('Close', '')]],
  ['deleted', {}, genie('Delete'), ['Delete', 'Lamps', opsgenieMessage('Delete', '')]],
  [
    'a note',
    {},
    genie('AddNote', { note: 'Fill it' }),
    ['AddNote', 'Lamps', opsgenieMessage('AddNote', '* **Note**: Fill it\n')],
  ],
  [
    'tags',
    {},
    genie('AddTags', { addedTags: 'oil' }),
    ['AddTags', 'Lamps', opsgenieMessage('AddTags', '* **Added tags**: oil\n')],
  ],
  [
    'fewer tags',
    {},
    genie('RemoveTags', { removedTags: 'wick' }),
    ['RemoveTags', 'Lamps', opsgenieMessage('RemoveTags', '* **Removed tags**: wick\n')],
  ],
  [
    'a team',
    {},
    genie('AddTeam', { team: 'Light' }),
    ['AddTeam', 'Lamps', opsgenieMessage('AddTeam', '* **Team**: Light\n')],
  ],
  [
    'an owner',
    {},
    genie('AssignOwnership', { owner: 'mel' }),
    ['AssignOwnership', 'Lamps', opsgenieMessage('AssignOwnership', '* **Owner**: mel\n')],
  ],
  [
    'escalated',
    {},
    genie('Escalate', {}, { escalationName: 'Night' }),
    ['Escalate', 'Lamps', opsgenieMessage('Escalate', '* **Escalation**: Night\n')],
  ],
  ['an unsupported event', {}, genie('Hologram'), 'unsupported'],
  ['no alert', {}, { action: 'Create', integrationName: 'Lamps' }, /no 'alert'/],
]);
