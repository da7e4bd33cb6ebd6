// Messages about customers and in people's own words: Stripe, Intercom, Zendesk, Freshdesk, Notion, Zapier, IFTTT, Slack,
// Mattermost, and any JSON.

import { ifttt, zapier } from '../../src/model/webhook-services/custom-text-services.ts';
import { freshdesk, zendesk } from '../../src/model/webhook-services/help-desks.ts';
import { intercom } from '../../src/model/webhook-services/intercom.ts';
import { json } from '../../src/model/webhook-services/json.ts';
import { mattermostIncoming } from '../../src/model/webhook-services/mattermost-incoming.ts';
import { notion } from '../../src/model/webhook-services/notion.ts';
import { slack } from '../../src/model/webhook-services/slack.ts';
import { stripe } from '../../src/model/webhook-services/stripe.ts';
import { messagesTable, type Row } from './messages-table.ts';

const quoted = (text: string) => `\n\n\`\`\` quote\n${text}\n\`\`\``;
const board = 'https://dashboard.stripe.com';
const money = (
  type: string,
  object: Record<string, unknown>,
  topic: string,
  content: string,
  before?: unknown,
): Row => [
  type,
  {},
  {
    type,
    data: {
      object: { customer: 'cus_1', currency: 'eur', ...object },
      ...(before ? { previous_attributes: before } : {}),
    },
  },
  [type, topic, content],
];
messagesTable(stripe, [
  money(
    'charge.succeeded',
    { id: 'ch_1', amount: 1234 },
    'cus_1',
    `[Charge](${board}/charges/ch_1) for 12.34 EUR succeeded.`,
  ),
  money(
    'charge.failed',
    { id: 'ch_1', amount: 500, currency: 'jpy', customer: null, failure_code: 'card_declined' },
    'charges',
    `[Charge](${board}/charges/ch_1) for 500 JPY failed.\n* Reason: card_declined`,
  ),
  money(
    'charge.dispute.created',
    { id: 'dp_1', amount: 100, status: 'needs_response' },
    'disputes',
    `[Dispute](${board}/disputes/dp_1) for 1.00 EUR created (now **needs response**).`,
  ),
  money(
    'charge.refund.updated',
    { id: 're_1', amount: 100, status: 'failed' },
    'refunds',
    `[Refund](${board}/refunds/re_1) for 1.00 EUR updated (now **failed**).\n* Status is now \`failed\``,
    { status: 'pending' },
  ),
  money(
    'customer.created',
    { id: 'cus_2', email: 'mel@x.example' },
    'cus_2',
    `[Customer](${board}/customers/cus_2) created.\n* Email: mel@x.example`,
  ),
  money(
    'customer.updated',
    { id: 'cus_2', balance: 5 },
    'cus_2',
    `[Customer](${board}/customers/cus_2) updated.\n* Balance is now \`5\``,
    { balance: 0 },
  ),
  money(
    'customer.subscription.created',
    { id: 'sub_1', plan: { nickname: 'Oil' } },
    'cus_1',
    `[Subscription](${board}/subscriptions/sub_1) created.\n* Plan: Oil`,
  ),
  money(
    'customer.subscription.created',
    { id: 'sub_1', plan: { id: 'plan_1', nickname: 'Oil' }, quantity: 800, billing: 'send_invoice' },
    'cus_1',
    `[Subscription](${board}/subscriptions/sub_1) created.\n* Plan: [Oil](${board}/plans/plan_1)\n* Quantity: 800\n* Billing method: send invoice`,
  ),
  money(
    'charge.refund.updated',
    { id: 'pyr_1', amount: 1234, currency: 'eur', charge: 'py_1', status: 'succeeded' },
    'refunds',
    `[Refund](${board}/refunds/pyr_1) of the [Payment](${board}/payments/py_1) for 12.34 EUR updated (now **succeeded**).`,
    {},
  ),
  [
    'a trial that ends soon',
    {},
    {
      type: 'customer.subscription.trial_will_end',
      created: 1000,
      data: { object: { id: 'sub_1', customer: 'cus_1', trial_end: 1000 + 2 * 24 * 3600 } },
    },
    [
      'customer.subscription.trial_will_end',
      'cus_1',
      `[Subscription](${board}/subscriptions/sub_1) trial will end in 2 days.`,
    ],
  ],
  money(
    'customer.subscription.deleted',
    { id: 'sub_1' },
    'cus_1',
    `[Subscription](${board}/subscriptions/sub_1) deleted.`,
  ),
  money(
    'customer.discount.created',
    { coupon: { id: 'c1', name: '5% off' } },
    'cus_1',
    `Discount created ([5% off](${board}/coupons/c1)).`,
  ),
  money(
    'invoice.payment_failed',
    { id: 'in_1', total: 100, amount_due: 100 },
    'cus_1',
    `[Invoice](${board}/invoices/in_1) payment failed.\n* Total: 1.00 EUR\n* Amount due: 1.00 EUR`,
  ),
  money(
    'invoiceitem.created',
    { id: 'ii_1', amount: 100 },
    'cus_1',
    `[Invoice item](${board}/invoiceitems/ii_1) for 1.00 EUR created.`,
  ),
  money(
    'payment_intent.succeeded',
    { id: 'pi_1', amount: 100 },
    'cus_1',
    `[Payment](${board}/payments/pi_1) for 1.00 EUR succeeded.`,
  ),
  [
    'no relevant change',
    {},
    {
      type: 'customer.updated',
      data: { object: { id: 'cus_1' }, previous_attributes: { delinquent: true } },
    },
    'nothing',
  ],
  ['an ignored event', {}, { type: 'balance.available', data: { object: {} } }, 'nothing'],
  ['an unsupported event', {}, { type: 'hologram.created', data: { object: {} } }, 'unsupported'],
  ['no object', {}, { type: 'charge.failed', data: {} }, /no 'data\.object'/],
]);

const person = { type: 'user', name: 'Sam', email: 'sam@x.example' };
const talk = {
  user: person,
  assignee: { name: 'Mel' },
  links: { conversation_web: 'https://ic.example/1' },
  conversation_parts: { conversation_parts: [{ body: '<p>Fill it<br>now</p>' }] },
  conversation_message: { body: '<p>Dark</p>' },
};
const conversation = '[the conversation](https://ic.example/1)';
const spoke = (topic: string, item: unknown, topicName: string, content: string): Row => [
  topic,
  {},
  { topic, data: { item } },
  [topic, topicName, content],
];
messagesTable(intercom, [
  spoke('conversation.admin.assigned', talk, 'User: Sam', `Mel was assigned to ${conversation}.`),
  spoke('conversation.admin.closed', talk, 'User: Sam', `Mel closed ${conversation}.`),
  spoke('conversation.admin.opened', talk, 'User: Sam', `Mel opened ${conversation}.`),
  spoke('conversation.admin.snoozed', talk, 'User: Sam', `Mel snoozed ${conversation}.`),
  spoke(
    'conversation.admin.replied',
    talk,
    'User: Sam',
    `Mel replied to ${conversation}:${quoted('Fill it\nnow')}`,
  ),
  spoke(
    'conversation.admin.noted',
    talk,
    'User: Sam',
    `Mel added a note to ${conversation}:${quoted('Fill it\nnow')}`,
  ),
  spoke('conversation.user.created', talk, 'User: Sam', `Sam began ${conversation}:${quoted('Dark')}`),
  spoke(
    'conversation.user.replied',
    talk,
    'User: Sam',
    `Sam replied to ${conversation}:${quoted('Fill it\nnow')}`,
  ),
  spoke('user.created', person, 'User: Sam', 'A new user:\n* **Name**: Sam\n* **Email**: sam@x.example'),
  spoke('user.deleted', person, 'User: Sam', 'This user was deleted.'),
  spoke(
    'user.tag.created',
    { user: person, tag: { name: 'oil' } },
    'User: Sam',
    'The tag `oil` was added to Sam.',
  ),
  spoke(
    'company.created',
    { name: 'Acme', user_count: 3 },
    'Companies',
    'The company **Acme** was created.\n* **People**: 3',
  ),
  spoke('event.created', { event_name: 'lit' }, 'Events', 'The event **lit** was created.'),
  ['the ping event', {}, { topic: 'ping', data: {} }, 'nothing'],
  ['an unsupported event', {}, { topic: 'ticket.dimmed', data: { item: {} } }, 'unsupported'],
  ['no item', {}, { topic: 'user.created', data: {} }, /no 'data\.item'/],
]);

messagesTable(zendesk, [
  [
    'a form',
    {},
    { ticket_id: '7', ticket_title: 'Dark', message: 'Fill **it**' },
    ['ticket', '#7: Dark', 'Fill **it**'],
  ],
  [
    'parts in the URL',
    { query: { ticket_id: '7', ticket_title: 'Dark' } },
    { message: 'x' },
    ['ticket', '#7: Dark', 'x'],
  ],
  ['no title', {}, { ticket_id: '7', message: 'x' }, /no 'ticket_title'/],
]);

const ticket = (triggered_event: string) => ({
  freshdesk_webhook: {
    triggered_event,
    ticket_id: 7,
    ticket_subject: 'Dark',
    ticket_url: 'https://fd.example/7',
    ticket_description: '<b>No</b> oil',
    ticket_priority: 'High',
    requester_name: 'Sam',
    requester_email: 'sam@x.example',
  },
});
const sam = 'Sam (sam@x.example)';
const ticketLink = '[ticket #7](https://fd.example/7)';
messagesTable(freshdesk, [
  [
    'a new ticket',
    {},
    ticket('{ticket_action:created}'),
    [
      'created',
      '#7: Dark',
      `${sam} created ${ticketLink}:\n\n\`\`\` quote\nNo oil\n\`\`\`\n\n* **Priority**: High`,
    ],
  ],
  [
    'a note',
    {},
    ticket('{note_type:private}'),
    ['note', '#7: Dark', `${sam} added a private note to ${ticketLink}.`],
  ],
  [
    'another state',
    {},
    ticket('{status:{from:2,to:4}}'),
    ['status', '#7: Dark', `${sam} updated ${ticketLink}:\n* Status: **Open** → **Resolved**`],
  ],
  [
    'a higher priority',
    {},
    ticket('{priority:{from:1,to:4}}'),
    ['priority', '#7: Dark', `${sam} updated ${ticketLink}:\n* Priority: **Low** → **Urgent**`],
  ],
  ['an ignored event', {}, ticket('{agent:{from:1,to:4}}'), 'nothing'],
  ['no ticket', {}, {}, /no 'freshdesk_webhook'/],
]);

const noteRow = (type: string, ending: string): Row => [
  type,
  {},
  {
    type,
    authors: [{ type: 'person', name: 'Mel' }],
    entity: { id: 'a-b', type: type.split('.')[0] },
    data: { page_id: 'a-b' },
  },
  [type, 'Notion', `Mel ${ending}(https://www.notion.so/ab).`],
];
messagesTable(notion, [
  [
    'the token',
    {},
    { verification_token: 'secret_1' },
    [
      'verification',
      'Verification',
      'Notion webhook has been successfully configured. Your verification token is `secret_1`; paste it into the settings of the webhook at Notion.',
    ],
  ],
  noteRow('page.created', 'created [this page]'),
  noteRow('page.content_updated', 'changed the content of [this page]'),
  noteRow('page.properties_updated', 'changed the properties of [this page]'),
  noteRow('page.moved', 'moved [this page]'),
  noteRow('page.deleted', 'deleted [this page]'),
  noteRow('page.undeleted', 'restored [this page]'),
  noteRow('page.locked', 'locked [this page]'),
  noteRow('database.created', 'created [this database]'),
  noteRow('data_source.schema_updated', 'changed the fields of [this data source]'),
  noteRow('comment.created', 'wrote a comment on [this page]'),
  ['an unsupported event', {}, { type: 'page.dimmed' }, 'unsupported'],
  ['no entity', {}, { type: 'page.created' }, /no 'entity\.id'/],
]);

messagesTable(zapier, [
  [
    'a topic and a text',
    {},
    { topic: 'News', content: 'It is @**all** lit' },
    ['zap', 'News', 'It is @**all** lit'],
  ],
  ['a subject', {}, { subject: 'News', content: 'lit' }, ['zap', 'News', 'lit']],
  ['a test of the API key', {}, { type: 'auth' }, 'nothing'],
  ['no text', {}, { topic: 'News', content: ' ' }, /no 'content'/],
  ['no topic', {}, { content: 'lit' }, /no 'topic'/],
]);
messagesTable(ifttt, [
  ['a topic and a text', {}, { topic: 'News', content: 'lit' }, ['applet', 'News', 'lit']],
  ['a subject and a body', {}, { subject: 'News', body: 'lit' }, ['applet', 'News', 'lit']],
  ['no topic', {}, { content: 'lit' }, /no 'topic'/],
  ['an invalid topic', {}, { topic: {}, content: 'lit' }, /'topic' of the payload is not a string/],
]);

const event = (more: Record<string, unknown>) => ({
  type: 'event_callback',
  event: {
    type: 'message',
    user: 'U1',
    channel: 'C1',
    text: '*lit* <@U2> & <https://x.example|log>',
    ...more,
  },
});
messagesTable(slack, [
  [
    'a message',
    {},
    event({}),
    ['message', 'Message from Slack', '**U1**: **lit** **@U2** & [log](https://x.example)'],
  ],
  [
    'a message of another program',
    {},
    event({ subtype: 'bot_message', username: 'robot', user: undefined }),
    ['message', 'Message from Slack', '**robot**: **lit** **@U2** & [log](https://x.example)'],
  ],
  [
    'a file',
    {},
    event({ subtype: 'file_share', text: '', files: [{ title: 'plan', permalink: 'https://x.example/f' }] }),
    ['message', 'Message from Slack', '**U1**: \n[plan](https://x.example/f)'],
  ],
  [
    'channels as topics',
    { query: { channels_map_to_topics: '1' } },
    event({}),
    ['message', 'channel: C1', '**U1**: **lit** **@U2** & [log](https://x.example)'],
  ],
  ['an edited message', {}, event({ subtype: 'message_changed' }), 'nothing'],
  ['a new member', {}, event({ subtype: 'channel_join' }), 'nothing'],
  [
    'the older format',
    {},
    { user_name: 'mel', channel_name: 'general', text: 'lit', token: 'x' },
    ['message', 'Message from Slack', '**mel**: lit'],
  ],
  [
    'the older format, channels as topics',
    { query: { channels_map_to_topics: '1' } },
    { user_name: 'mel', channel_name: 'general', text: 'lit' },
    ['message', 'channel: general', '**mel**: lit'],
  ],
  ['an invalid option', { query: { channels_map_to_topics: '2' } }, event({}), /channels_map_to_topics/],
  ['a reaction', {}, event({ type: 'reaction_added' }), 'unsupported'],
  ['no text in the form', {}, { user_name: 'mel' }, /no 'text'/],
  [
    'a verification of the address',
    {},
    { type: 'url_verification', challenge: 'abc' },
    ['challenge', 'abc', ''].slice(0, 2) as never,
  ],
]);

messagesTable(mattermostIncoming, [
  [
    'a text',
    {},
    { text: 'lit, see <https://x.example|log>', channel: 'town' },
    ['message', 'town', 'lit, see [log](https://x.example)'],
  ],
  [
    'with a custom name',
    {},
    { text: 'lit', username: 'robot', icon_emoji: 'tada' },
    ['message', '(no topic)', ':tada: **robot**: lit'],
  ],
  [
    'attachments',
    {},
    { attachments: [{ title: 'Build', title_link: 'https://x.example', text: 'red' }] },
    ['message', '(no topic)', '## [Build](https://x.example)\n\nred'],
  ],
  ['nothing', {}, {}, 'nothing'],
  ['invalid attachments', {}, { attachments: 5 }, /'attachments' of the payload is not a list/],
]);

const templates = {
  config: {
    topic_template: 'Build {{build.name}}',
    content_template: '{{build.who}} said:\n{{build.text}} {{build.gone}}{{build.list}}',
  },
};
const build = { build: { name: 'lamp', who: 'Mel', text: 'lit', list: [1] } };
messagesTable(json, [
  ['without templates', {}, { a: 1 }, ['json', 'JSON', '``` json\n{\n  "a": 1\n}\n```']],
  ['with templates', templates, build, ['json', 'Build lamp', 'Mel said:\nlit [1]']],
  [
    'a position in a list',
    { config: { content_template: '{{items.0.name}}' } },
    { items: [{ name: 'x' }] },
    ['json', 'JSON', 'x'],
  ],
  ['no field of the template', templates, { other: 1 }, /none of the fields of the template/],
]);
