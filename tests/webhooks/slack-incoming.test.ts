// Incoming webhooks: requests of other services that become messages.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PayloadField } from '../../src/model/incoming-webhooks/payload-field.ts';
import { fromSlackMarkup } from '../../src/model/incoming-webhooks/slack-markup.ts';
import { slackMessageText } from '../../src/model/incoming-webhooks/slack-text.ts';
import { UnreadablePayloadError } from '../../src/model/incoming-webhooks/webhook-errors.ts';
import { slackIncoming } from '../../src/model/webhook-services/slack-incoming.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { messagesTable } from './messages-table.ts';

const markdownOf = (message: unknown) => slackMessageText(new PayloadField(message));

const server = await startTestServer();
const mel = await server.as('mel');
const { api_key: key, user_id: bot } = await mel.ok('POST', '/bots', {
  full_name: 'Build Hook',
  short_name: 'build',
  bot_type: 2,
  service_name: 'slack_incoming',
});

messagesTable(slackIncoming, [
  [
    'blocks and attachments',
    {},
    {
      channel: '#lamps',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Dark' } },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: '*No* oil' },
          accessory: { type: 'image', alt_text: 'lamp', image_url: 'https://x.example/l' },
          fields: ['one', { type: 'mrkdwn', text: 'two' }],
        },
      ],
      attachments: [
        {
          title: 'Lamp',
          title_link: 'https://x.example',
          pretext: 'before',
          text: 'within',
          fields: [{ title: 'wicks', value: 2 }],
          footer: 'after',
          ts: '1767323045',
        },
      ],
    },
    [
      'message',
      'lamps',
      '## Dark\n\n**No** oil\n[lamp](https://x.example/l)\n| | |\n|-|-|\n| one | two |\n\n## [Lamp](https://x.example)\n\nbefore\n\nwithin\n\n*wicks*: 2\n\nafter\n\n<time:2026-01-02T03:04:05Z>',
    ],
  ],
]);

/** Posts as another service does: the key in the address, the rest as JSON or as a form. */
async function post(query: Record<string, string>, body: string, contentType = 'application/json') {
  const url = `${server.url}/api/v1/external/slack_incoming?${new URLSearchParams({ api_key: key, ...query })}`;
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  return { status: answer.status, body: (await answer.json()) as any };
}

async function newest(narrow: readonly unknown[]) {
  const { messages } = await mel.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow,
    apply_markdown: false,
  });
  return messages[0];
}

const inGeneral = (topic: string) => [
  { operator: 'channel', operand: 'general' },
  { operator: 'topic', operand: topic },
];

describe('a message in the format of Slack', () => {
  test('is sent by the bot, to the named channel and topic', async () => {
    const { status, body } = await post(
      { stream: 'general', topic: 'builds' },
      '{"text":"*done* <https://x.example|log>"}',
    );
    assert.deepEqual([status, body], [200, { result: 'success', msg: '' }]);
    const message = await newest(inGeneral('builds'));
    assert.equal(message.sender_id, bot);
    assert.equal(message.content, '**done** [log](https://x.example)');
    assert.equal(message.client, 'ZulipSlackIncomingWebhook');
  });

  test('takes the topic from the channel that it names, and channels by id', async () => {
    await post({ stream: '1' }, '{"channel":"#deploys","text":"out"}');
    assert.equal((await newest(inGeneral('deploys'))).content, 'out');
  });

  test('may be a form with a payload', async () => {
    const form = new URLSearchParams({ payload: '{"text":"in a form","icon_emoji":":tada:"}' });
    await post({ stream: 'general', topic: 'forms' }, form.toString(), 'application/x-www-form-urlencoded');
    assert.equal((await newest(inGeneral('forms'))).content, ':tada: in a form');
  });

  test('is sent to the bot’s owner when no channel is named', async () => {
    await post({}, '{"text":"for you"}');
    const message = await newest([{ operator: 'dm', operand: [bot] }]);
    assert.equal(message.content, 'for you');
  });

  test('sends nothing when it is empty', async () => {
    const before = await newest([]);
    assert.equal((await post({ stream: 'general' }, '{}')).status, 200);
    assert.equal((await newest([])).id, before.id);
  });

  test('notifies the owner of a missing channel, once a minute', async () => {
    assert.equal((await post({ stream: 'nowhere' }, '{"text":"x"}')).status, 200);
    const notice = await newest([{ operator: 'is', operand: 'dm' }]);
    assert.match(notice.content, /wrote to the channel `nowhere`, which does not exist/);
    await post({ stream: 'nowhere' }, '{"text":"y"}');
    assert.equal((await newest([{ operator: 'is', operand: 'dm' }])).id, notice.id);
  });
});

test('with a wildcard mention that the bot may not make notifies no one, and arrives', async () => {
  const olive = await server.as('olive');
  const { user_groups: groups } = await olive.ok('GET', '/user_groups');
  const owners = groups.find(({ name }: { name: string }) => name === 'role:owners').id;
  await olive.ok('PATCH', '/realm', { can_mention_many_users_group: { new: owners } });
  const send = (text: string) => post({ stream: 'general', topic: 'alarms' }, JSON.stringify({ text }));
  await withLimit('wildcardMentionThreshold', 1, async () => {
    assert.equal((await send('<!channel> dark')).status, 200);
  });
  assert.equal((await newest(inGeneral('alarms'))).content, '@_**all** dark');
  assert.equal((await send('<!channel> darker')).status, 200);
  assert.equal((await newest(inGeneral('alarms'))).content, '@**all** darker');
});

describe('errors', () => {
  for (const [what, query, body, status, code] of [
    ['an unknown key', { api_key: 'a'.repeat(32) }, '{"text":"x"}', 401, 'INVALID_API_KEY'],
    ['an invalid key', { api_key: 'a' }, '{"text":"x"}', 401, 'INVALID_API_KEY'],
    ['a body that is not JSON', {}, '{', 400, 'INVALID_JSON'],
    ['a payload that is not JSON', { payload: '{' }, '', 400, 'INVALID_JSON'],
    ['a payload in another format', { payload: '[]' }, '', 400, 'ANOMALOUS_WEBHOOK_PAYLOAD'],
    ['invalid blocks', {}, '{"blocks":"none"}', 400, 'ANOMALOUS_WEBHOOK_PAYLOAD'],
  ] as const) {
    test(`${what} gets the error ${code}`, async () => {
      const answer = await post({ stream: 'general', ...query }, body);
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
    });
  }

  test('a missing key is named', async () => {
    const answer = await fetch(`${server.url}/api/v1/external/slack_incoming`, { method: 'POST' });
    assert.deepEqual(await answer.json(), {
      result: 'error',
      msg: "Missing 'api_key' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'api_key',
    });
  });

  test('the key of a deactivated bot is refused', async () => {
    const deactivatedBot = await mel.ok('POST', '/bots', {
      full_name: 'Gone Hook',
      short_name: 'gone',
      bot_type: 2,
    });
    await mel.ok('DELETE', `/bots/${deactivatedBot.user_id}`);
    const answer = await post({ api_key: deactivatedBot.api_key }, '{"text":"x"}');
    assert.deepEqual([answer.status, answer.body.code], [401, 'USER_DEACTIVATED']);
  });
});

test('clients get the webhook services, and a bot remembers its own', async () => {
  const { snapshot } = await mel.registerQueue({ fetch_event_types: ['realm_incoming_webhook_bots'] });
  assert.equal(
    snapshot.realm_incoming_webhook_bots.filter(({ name }: { name: string }) => name === 'slack_incoming')
      .length,
    1,
  );
  const { config_data: data } = await mel.ok('PATCH', `/bots/${bot}`, { full_name: 'Build Hook' });
  assert.deepEqual(data, { integration_id: 'slack_incoming' });
});

test('markup in the format of Slack becomes Markdown', () => {
  for (const [slack, ours] of [
    ['*bold* and _italic_', '**bold** and *italic*'],
    ['2*3*4 and snake_case_name', '2*3*4 and snake_case_name'],
    ['<https://x.example/a|the log>', '[the log](https://x.example/a)'],
    ['<https://x.example/a>', 'https://x.example/a'],
    ['(*both*) _ends_.', '(**both**) *ends*.'],
    ['<https:<https://x.example/a|the log>', '<https:[the log](https://x.example/a)'],
    ['<https://x.example/a|<https://x.example/b|b>', '<https://x.example/a|[b](https://x.example/b)'],
  ] as const) {
    assert.equal(fromSlackMarkup(slack), ours);
  }
});

test('markup is read up to a message’s length, in linear time for very many unclosed links', () => {
  for (const beginning of ['<http:', '<http:a|']) {
    const text = beginning.repeat(300_000);
    assert.equal(fromSlackMarkup(text), text.slice(0, 40_000));
  }
});

test('blocks and attachments become Markdown', () => {
  const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
  for (const [payload, text] of [
    [{ blocks: [{ type: 'header', text: { type: 'plain_text', text: 'News *x*' } }] }, '## News *x*'],
    [{ blocks: [{ type: 'section', text: mrkdwn('*x*') }, { type: 'divider' }] }, '**x**\n\n----'],
    [{ blocks: [{ type: 'section', fields: [mrkdwn('one')] }] }, 'one'],
    [
      { blocks: [{ type: 'section', fields: [mrkdwn('a'), mrkdwn('b\nc'), mrkdwn('d|e')] }] },
      '| | |\n|-|-|\n| a | b c |\n| d\\|e |  |',
    ],
    [
      { blocks: [{ type: 'image', alt_text: 'cat', image_url: 'https://x.example/c' }] },
      '[cat](https://x.example/c)',
    ],
    [{ blocks: [{ type: 'actions' }], text: 'instead' }, 'instead'],
    [{ blocks: [{ type: 'context', elements: [mrkdwn('_a_'), mrkdwn('b')] }] }, '*a*\nb'],
    [
      {
        attachments: [
          {
            title: 'Build 7',
            title_link: 'https://x.example/7',
            pretext: 'before',
            text: 'body',
            fields: [{ title: 'state', value: 'red' }],
            footer: 'foot',
            ts: 1_700_000_000,
          },
        ],
        text: 'above',
      },
      'above\n\n## [Build 7](https://x.example/7)\n\nbefore\n\nbody\n\n*state*: red\n\nfoot\n\n<time:2023-11-14T22:13:20Z>',
    ],
    [{ text: 5 }, '5'],
    [{}, ''],
  ] as const) {
    assert.equal(markdownOf(payload), text);
  }
  // Some send milliseconds or a date: the rest is shown.
  for (const ts of [1655945306000, '2022-06-23', 'soon'])
    assert.equal(markdownOf({ attachments: [{ text: 'shown', ts }] }), 'shown');
  for (const payload of [
    { blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: 'none' }] }] },
    { attachments: {} },
    { blocks: [1] },
  ]) {
    assert.throws(() => markdownOf(payload), UnreadablePayloadError);
  }
});
