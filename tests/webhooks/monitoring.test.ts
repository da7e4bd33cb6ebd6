// Messages of monitoring services: Grafana, UptimeRobot, Uptime Kuma, Pingdom, Healthchecks, Zabbix, Statuspage, New Relic.

import { grafana } from '../../src/model/webhook-services/grafana.ts';
import {
  healthchecks,
  pingdom,
  uptimekuma,
  uptimerobot,
  zabbix,
} from '../../src/model/webhook-services/monitors.ts';
import { newrelic } from '../../src/model/webhook-services/newrelic.ts';
import { statuspage } from '../../src/model/webhook-services/statuspage.ts';
import { messagesTable, type Row } from './messages-table.ts';

const alert = {
  status: 'firing',
  labels: { alertname: 'Dark' },
  annotations: {},
  startsAt: '2026-01-02T03:04:05Z',
  endsAt: '0001-01-01T00:00:00Z',
  fingerprint: 'f1',
};
const since = 'Since <time:2026-01-02T03:04:05Z>';
const older = {
  title: '[Alerting] Dark',
  ruleName: 'Dark',
  ruleUrl: 'https://graf.example/1',
  message: 'No light',
};
const state = (name: string, mark: string): Row => [
  `the older form, ${name}`,
  {},
  { ...older, state: name },
  [name, '[Alerting] Dark', `${mark} **${name.toUpperCase()}** [Dark](https://graf.example/1)\nNo light`],
];

messagesTable(grafana, [
  [
    'firing',
    {},
    { alerts: [alert] },
    ['firing', '[Dark]', `:alert: **FIRING** **Dark**\n${since}.\n\nLabels:\n* alertname: Dark`],
  ],
  [
    'resolved',
    {},
    { alerts: [{ ...alert, status: 'resolved', endsAt: '2026-01-02T04:04:05Z' }] },
    [
      'resolved',
      '[Dark]',
      `:squared_ok: **RESOLVED** **Dark**\n${since}, ended at <time:2026-01-02T04:04:05Z>.\n\nLabels:\n* alertname: Dark`,
    ],
  ],
  [
    'without a name',
    {},
    { alerts: [{ ...alert, labels: {} }] },
    ['firing', '[f1]', `:alert: **FIRING**\n${since}.`],
  ],
  [
    'with values and links',
    {},
    { alerts: [{ ...alert, labels: {}, values: { A: 3 }, generatorURL: 'https://graf.example/g' }] },
    [
      'firing',
      '[f1]',
      `:alert: **FIRING**\n${since}.\n\nValues:\n* A: 3\n\n[Generator](https://graf.example/g)`,
    ],
  ],
  state('alerting', ':alert:'),
  state('ok', ':squared_ok:'),
  state('paused', ':info:'),
  state('pending', ':info:'),
  state('no_data', ':info:'),
  [
    'values in the older format',
    {},
    { ...older, state: 'ok', message: '', evalMatches: [{ metric: 'oil', value: null }] },
    ['ok', '[Alerting] Dark', ':squared_ok: **OK** [Dark](https://graf.example/1)\n* oil: none'],
  ],
  ['an invalid state', {}, { ...older, state: 'hologram' }, /state 'hologram'/],
  [
    'an alert with an unknown status',
    {},
    { alerts: [{ ...alert, status: 'dim' }] },
    /must be firing or resolved/,
  ],
]);

const robot = {
  monitor_friendly_name: 'Lamp',
  monitor_url: 'https://lamp.example',
  alert_details: 'timeout',
  alert_friendly_duration: '5 minutes',
};
messagesTable(uptimerobot, [
  [
    'down',
    {},
    { ...robot, alert_type_friendly_name: 'Down' },
    ['down', 'Lamp', ':alert: [Lamp](https://lamp.example) is down (timeout).'],
  ],
  [
    'up',
    {},
    { ...robot, alert_type_friendly_name: 'Up' },
    [
      'up',
      'Lamp',
      ':squared_ok: [Lamp](https://lamp.example) is up again (timeout). It was down for 5 minutes.',
    ],
  ],
  [
    'a certificate',
    {},
    { ...robot, alert_type_friendly_name: 'SSL expiry' },
    ['ssl', 'Lamp', ':warning: The certificate of [Lamp](https://lamp.example): timeout.'],
  ],
  [
    'a host without a page',
    {},
    { ...robot, monitor_url: 'lamp.example', alert_type_friendly_name: 'Down' },
    ['down', 'Lamp', ':alert: **Lamp** (lamp.example) is down (timeout).'],
  ],
  [
    'as a form',
    {},
    { ...robot, alert_type: '1', alert_type_friendly_name: 'Down' },
    ['down', 'Lamp', ':alert: [Lamp](https://lamp.example) is down (timeout).'],
  ],
  [
    'paused',
    {},
    { ...robot, alert_details: 'by hand', alert_type_friendly_name: 'Paused' },
    ['paused', 'Lamp', '[Lamp](https://lamp.example) is paused (by hand).'],
  ],
  [
    'started',
    {},
    { ...robot, alert_details: 'by hand', alert_type_friendly_name: 'Started' },
    ['started', 'Lamp', '[Lamp](https://lamp.example) is started (by hand).'],
  ],
  ['an unsupported event', {}, { ...robot, alert_type_friendly_name: 'Dim' }, 'unsupported'],
  ['no name', {}, { alert_type_friendly_name: 'Up' }, /no 'monitor_friendly_name'/],
]);

const kuma = (status: number) => ({
  heartbeat: { status, msg: 'timeout' },
  monitor: { name: 'Lamp', url: 'https://lamp.example' },
  msg: '[Lamp] timeout',
});
const beat = (mark: string) => `${mark}: [Lamp](https://lamp.example)\n* **Message**: timeout`;
messagesTable(uptimekuma, [
  ['down', {}, kuma(0), ['down', 'Lamp', beat(':alert: **Down**')]],
  ['up', {}, kuma(1), ['up', 'Lamp', beat(':squared_ok: **Up**')]],
  ['pending', {}, kuma(2), ['pending', 'Lamp', beat(':time_ticking: **Pending**')]],
  ['maintenance', {}, kuma(3), ['maintenance', 'Lamp', beat(':tools: **Maintenance**')]],
  ['a test', {}, { heartbeat: null, monitor: null, msg: 'It works' }, ['notice', 'Uptime Kuma', 'It works']],
  ['an invalid state', {}, kuma(9), /heartbeat\.status/],
]);

const check = {
  check_name: 'Lamp',
  check_type: 'HTTP',
  previous_state: 'UP',
  current_state: 'DOWN',
  check_params: { hostname: 'lamp.example', full_url: 'https://lamp.example/' },
  long_description: 'No answer',
};
messagesTable(pingdom, [
  [
    'down',
    {},
    check,
    [
      'down',
      'Lamp status.',
      ':alert: [lamp.example](https://lamp.example/) changed its HTTP state from **UP** to **DOWN**.\n\n``` quote\nNo answer\n```',
    ],
  ],
  [
    'up',
    {},
    { ...check, previous_state: 'DOWN', current_state: 'UP' },
    [
      'up',
      'Lamp status.',
      ':squared_ok: [lamp.example](https://lamp.example/) changed its HTTP state from **DOWN** to **UP**.',
    ],
  ],
  ...['HTTPS', 'SMTP', 'POP3', 'IMAP', 'PING', 'DNS', 'UDP', 'PORT_TCP'].map(
    (type): Row => [
      type,
      {},
      { ...check, check_type: type, check_params: { hostname: 'lamp.example' }, long_description: '' },
      [
        'down',
        'Lamp status.',
        `:alert: **lamp.example** changed its ${type.replace('_', '_')} state from **UP** to **DOWN**.`,
      ],
    ],
  ),
  ['no state', {}, { check_name: 'Lamp', check_type: 'HTTP' }, /no 'previous_state'/],
]);

const ping = (status: string) => ({ name: 'Backup', status, details_url: 'https://hc.example/1' });
const checked = (status: string, mark: string): Row => [
  status,
  {},
  ping(status),
  [status, 'Backup', `${mark} [Backup](https://hc.example/1) is **${status}**.`],
];
messagesTable(healthchecks, [
  checked('down', ':alert:'),
  checked('up', ':squared_ok:'),
  checked('grace', ':info:'),
  checked('paused', ':info:'),
  checked('new', ':info:'),
  checked('started', ':info:'),
  ['an unsupported event', {}, ping('dim'), 'unsupported'],
  ['no state', {}, { name: 'Backup' }, /no 'status'/],
]);

const host = {
  hostname: 'lamp',
  severity: 'High',
  status: 'PROBLEM',
  item: 'oil: 0',
  trigger: 'No oil',
  link: 'https://zabbix.example/1',
};
messagesTable(zabbix, [
  [
    'a problem',
    {},
    host,
    [
      'problem',
      'lamp',
      ':alert: **Problem** (High) on [lamp](https://zabbix.example/1):\n* No oil\n* oil: 0',
    ],
  ],
  [
    'over',
    {},
    { ...host, status: 'RESOLVED' },
    [
      'resolved',
      'lamp',
      ':squared_ok: **Resolved** (High) on [lamp](https://zabbix.example/1):\n* No oil\n* oil: 0',
    ],
  ],
  ['no host', {}, { ...host, hostname: undefined }, /no 'hostname'/],
]);

const page = { status_description: 'Minor outage' };
const incident = (status: string) => ({
  page,
  incident: {
    name: 'Dark',
    status,
    shortlink: 'https://sp.example/1',
    impact: 'minor',
    incident_updates: [{ body: 'We look.' }],
  },
});
messagesTable(statuspage, [
  ...['investigating', 'identified', 'monitoring', 'resolved', 'postmortem'].map(
    (status): Row => [
      status,
      {},
      incident(status),
      [
        'incident',
        'Dark: Minor outage',
        `[Dark](https://sp.example/1) is **${status}** (impact: minor).\n\n\`\`\` quote\nWe look.\n\`\`\``,
      ],
    ],
  ),
  [
    'a component',
    {},
    {
      page,
      component: { name: 'Lamp' },
      component_update: { old_status: 'operational', new_status: 'partial_outage' },
    },
    ['component', 'Lamp: Minor outage', '**Lamp** went from **operational** to **partial outage**.'],
  ],
  ['neither an incident nor a component', {}, { page }, /neither 'incident' nor 'component'/],
  ['no name', {}, { page, incident: {} }, /no 'incident\.name'/],
]);

const relic = (at: string) => ({
  title: 'No oil',
  state: at,
  priority: 'HIGH',
  issueUrl: 'https://nr.example/1',
  alertConditionNames: ['Oil'],
  owner: 'Mel',
});
const relicRow = (at: string, mark: string): Row => [
  at,
  {},
  relic(at),
  [
    at.toLowerCase(),
    'No oil',
    `${mark} **HIGH** [No oil](https://nr.example/1) was **${at.toLowerCase()}**.\n* **Conditions**: Oil\n* **Acknowledged by**: Mel`,
  ],
];
messagesTable(newrelic, [
  relicRow('CREATED', ':alert:'),
  relicRow('ACTIVATED', ':alert:'),
  relicRow('ACKNOWLEDGED', ':silhouette:'),
  relicRow('CLOSED', ':squared_ok:'),
  [
    'custom fields',
    {},
    { ...relic('CLOSED'), zulipCustomFields: { a: [1, 'b'], c: {} } },
    [
      'closed',
      'No oil',
      ':squared_ok: **HIGH** [No oil](https://nr.example/1) was **closed**.\n* **Conditions**: Oil\n* **Acknowledged by**: Mel\n* **a**: 1, b\n* **c**: a value that cannot be displayed',
    ],
  ],
  [
    'times in milliseconds',
    {},
    { ...relic('CLOSED'), owner: 'N/A', createdAt: 1_000_000, updatedAt: 2_000_000 },
    [
      'closed',
      'No oil',
      ':squared_ok: **HIGH** [No oil](https://nr.example/1) was **closed**.\n* **Conditions**: Oil\n* **Since**: <time:1970-01-01T00:16:40Z>\n* **Updated**: <time:1970-01-01T00:33:20Z>',
    ],
  ],
  ['an unsupported event', {}, relic('DIM'), 'unsupported'],
  [
    'no state',
    {},
    { title: 'Dark', issueUrl: 'https://nr.example/1' },
    [
      'incomplete',
      'Dark',
      ':warning: [Dark](https://nr.example/1) was updated. The payload of the workflow has no `priority`, `totalIncidents`, `state`, `createdAt` and `updatedAt`.',
    ],
  ],
  [
    'no title either',
    {},
    { lamp: 'dark' },
    [
      'incomplete',
      'New Relic incident alerts',
      ':warning: [New Relic issue](https://one.newrelic.com/alerts-ai) was updated. The payload of the workflow has no `issueUrl`, `title`, `priority`, `totalIncidents`, `state`, `createdAt` and `updatedAt`.',
    ],
  ],
  [
    'an invalid date',
    {},
    { ...relic('CLOSED'), updatedAt: '1e40' },
    /'updatedAt' of the payload is not a time/,
  ],
]);
