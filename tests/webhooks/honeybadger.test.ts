// Messages about errors, outages and check-ins of Honeybadger, and about WordPress and Home Assistant.

import { homeassistant } from '../../src/model/webhook-services/custom-text-services.ts';
import { honeybadger } from '../../src/model/webhook-services/honeybadger.ts';
import { wordpress } from '../../src/model/webhook-services/wordpress.ts';
import { messagesTable, type Row } from './messages-table.ts';

const page = 'https://badger.example';
const fault = {
  id: 7,
  klass: 'DarkError',
  message: 'no oil',
  url: `${page}/f/7`,
  last_notice_at: '2026-01-02T03:04:05.000Z',
  notices_count: 9,
  component: 'lamps',
  action: 'light',
};
const errorLink = `[DarkError: no oil](${page}/f/7)`;
const row = (
  event: string,
  more: Record<string, unknown>,
  content: string,
  topic = 'Lamp/production',
): Row => [
  event,
  {},
  {
    event,
    message: '[Lamp/production] It is dark',
    project: { environments: [{ name: 'live' }] },
    actor: { name: 'Mel' },
    fault,
    ...more,
  },
  [event, topic, content],
];
const site = { site: { details_url: `${page}/s` } };
const checkIn = {
  check_in: {
    name: 'Nightly',
    details_url: `${page}/c`,
    expected_at: '2026-01-02T03:04:05Z',
    reported_at: null,
  },
};
const report = `[It is dark](${page}/c)\n* **Check-in**: Nightly\n* **Expected**: <time:2026-01-02T03:04:05Z>`;
messagesTable(honeybadger, [
  row(
    'occurred',
    {},
    `:alert: ${errorLink}\n* **Last seen**: <time:2026-01-02T03:04:05Z>\n* **Seen**: 9\n* **Component**: \`lamps\`\n* **Action**: \`light\``,
  ),
  row('rate_exceeded', { notice: { url: `${page}/n` } }, `:alert: [It is dark](${page}/n)`),
  row('volume_spike', {}, ':alert: It is dark'),
  row('resolved', {}, `:squared_ok: ${errorLink} was resolved by Mel.`),
  row('unresolved', { actor: undefined }, `${errorLink} was opened again.`),
  row('assigned', { assignee: { name: 'Mia' } }, `${errorLink} was assigned to Mia by Mel.`),
  row(
    'commented',
    { comment: { author: 'Mia', body: 'Fill it' } },
    `Mia commented on ${errorLink}:\n\n\`\`\` quote\nFill it\n\`\`\``,
  ),
  row(
    'deployed',
    { deploy: { environment: 'live', revision: 'abc', local_username: 'mel' } },
    'It is dark\n* **Environment**: live\n* **Revision**: `abc`\n* **User**: mel',
  ),
  row('down', site, `:alert: [It is dark](${page}/s)`, 'Lamp/production/live'),
  row('up', site, `:squared_ok: [It is dark](${page}/s)`, 'Lamp/production/live'),
  row('cert_will_expire', site, `:warning: [It is dark](${page}/s)`),
  row('check_in_missing', checkIn, `:alert: ${report}`, 'Lamp/production/live'),
  row('check_in_reporting', checkIn, `:squared_ok: ${report}`, 'Lamp/production/live'),
  row('alarm_alert', {}, ':alert: **It is dark**'),
  row('alarm_ok', {}, ':squared_ok: **It is dark**'),
  row('volume_spike', { message: 'dark' }, ':alert: dark', 'default'),
  ['an unsupported event', {}, { event: 'dimmed', message: 'x' }, 'unsupported'],
  ['no message', {}, { event: 'up' }, /no 'message'/],
]);

const press = (hook: string, more: Record<string, unknown>, content: string): Row => [
  hook,
  {},
  { hook: `${hook} \n`, ...more },
  [hook, 'WordPress notification', content],
];
messagesTable(wordpress, [
  press(
    'publish_post',
    { post_title: 'Oil', post_type: 'post', post_url: 'https://blog.example/oil' },
    'A new post was published: [Oil](https://blog.example/oil)',
  ),
  press('publish_page', {}, 'A new page was published: New WordPress post'),
  press(
    'user_register',
    { display_name: 'Mel', user_email: 'mel@x.example' },
    'A new user registered:\n* **Name**: Mel\n* **Email**: mel@x.example',
  ),
  press('wp_login', { user_login: 'mel' }, '**mel** logged in.'),
  ['an unsupported event', {}, { hook: 'dim' }, 'unsupported'],
  ['no hook', {}, { post_title: 'Oil' }, /no 'hook'/],
]);

messagesTable(homeassistant, [
  [
    'a message with a title',
    {},
    { title: 'Lamp', message: 'It is dark' },
    ['notification', 'homeassistant', '**Lamp**\nIt is dark'],
  ],
  ['a custom topic', {}, { topic: 'lamps', message: 'Dark' }, ['notification', 'lamps', 'Dark']],
  ['no message', {}, { title: 'Lamp' }, /no 'message'/],
  ['an invalid message', {}, { message: {} }, /'message' of the payload is not a string/],
]);
