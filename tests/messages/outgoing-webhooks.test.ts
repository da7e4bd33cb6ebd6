// Outgoing webhooks: the request that a message causes, and the bot's reply.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { nextWork, queueWork } from '../../src/actions/outbox/outbox-store.ts';
import { WEBHOOK_KIND } from '../../src/actions/outgoing-webhooks/call.ts';
import { startStandIn } from '../calls/stand-in.ts';
import { startTestServer } from '../support/server.ts';
import { eventsUntil } from '../support/waiting.ts';

const standIn = await startStandIn();
let clockAdvance = 0;
// No test listens on this address, so no other one can take the port.
const unreachableUrl = 'http://127.77.0.1:8099/';
const server = await startTestServer({
  webhookTargets: [standIn.url, unreachableUrl],
  clock: () => Date.now() / 1000 + clockAdvance,
});
const [mel, mia, max] = await Promise.all([server.as('mel'), server.as('mia'), server.as('max')]);

async function makeBot(name: string, interfaceType: 1 | 2): Promise<number> {
  const { user_id: id } = await mel.ok('POST', '/bots', {
    full_name: name,
    short_name: name.toLowerCase().replaceAll(' ', '-'),
    bot_type: 3,
    payload_url: `${standIn.url}hook`,
    interface_type: interfaceType,
  });
  return id;
}

const own = await makeBot('Hook Bot', 1);
const slack = await makeBot('Slack Bot', 2);

/** Reads a bot's messages until one matches. */
// biome-ignore lint/suspicious/noExplicitAny: tests read events freely
async function replyOf(bot: number, reader: typeof mel, act: () => Promise<unknown>): Promise<any> {
  const listener = await reader.registerQueue({
    fetch_event_types: [],
    event_types: ['message'],
    apply_markdown: false,
  });
  await act();
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
  const isExpected = ({ message }: any) => message?.sender_id === bot;
  return (await eventsUntil(listener, isExpected)).find(isExpected).message;
}

beforeEach(() => {
  standIn.requests.length = 0;
  standIn.answer = () => ({ body: { content: 'answered' } });
});

describe("the service's own format", () => {
  test('a mention posts the message, and the reply is sent to the same topic', async () => {
    const { snapshot } = await mel.registerQueue({ fetch_event_types: ['realm_bot'] });
    const [service] = snapshot.realm_bots.find(
      ({ user_id }: { user_id: number }) => user_id === own,
    ).services;
    let requests = 0;
    const botReply = await replyOf(own, mia, async () => {
      requests = await mia.sendToChannel('general', 'calling', '@**Hook Bot** are you *there*?');
    });
    assert.equal(botReply.content, 'answered');
    assert.equal(botReply.subject, 'calling');
    assert.equal(botReply.client, 'OutgoingWebhookResponse');
    const [request] = standIn.requests;
    assert.equal(request?.method, 'POST');
    assert.equal(request?.headers['content-type'], 'application/json');
    const { message, ...call } = JSON.parse(request?.body ?? '');
    assert.deepEqual(call, {
      bot_email: 'hook-bot-bot@parley.invalid',
      bot_full_name: 'Hook Bot',
      data: '@**Hook Bot** are you *there*?',
      trigger: 'mention',
      token: service.token,
    });
    assert.deepEqual(Object.keys(message).sort(), [
      'avatar_url',
      'client',
      'content',
      'display_recipient',
      'id',
      'is_me_message',
      'reactions',
      'recipient_id',
      'rendered_content',
      'sender_email',
      'sender_full_name',
      'sender_id',
      'sender_realm_str',
      'stream_id',
      'subject',
      'submessages',
      'timestamp',
      'topic_links',
      'type',
    ]);
    assert.equal(message.id, requests);
    assert.equal(message.sender_id, mia.userId);
    assert.equal(message.display_recipient, 'general');
    assert.match(message.rendered_content, /are you <em>there<\/em>\?<\/p>$/);
  });

  test('a direct message is answered in its conversation', async () => {
    const botReply = await replyOf(own, mia, () => mia.sendDirect([own, max.userId], 'psst'));
    assert.equal(botReply.type, 'private');
    const people = botReply.display_recipient.map(({ id }: { id: number }) => id);
    assert.deepEqual(people.sort(), [mia.userId, max.userId, own].sort());
    assert.equal(JSON.parse(standIn.requests[0]?.body ?? '').trigger, 'direct_message');
  });

  test('the legacy reply field and buttons are accepted', async () => {
    standIn.answer = () => ({ body: { response_string: 'as before' } });
    assert.equal((await replyOf(own, mel, () => mel.sendDirect([own], 'one'))).content, 'as before');
    const widget = {
      widget_type: 'zform',
      extra_data: {
        type: 'choices',
        heading: 'Pick',
        choices: [{ type: 'multiple_choice', short_name: 'A', long_name: 'Ant', reply: 'a' }],
      },
    };
    standIn.answer = () => ({ body: { content: 'pick', widget_content: JSON.stringify(widget) } });
    const botReply = await replyOf(own, mel, () => mel.sendDirect([own], 'two'));
    assert.deepEqual(JSON.parse(botReply.submessages[0].content), widget);
  });

  for (const body of [{ response_not_required: true }, '""', {}, { content: '  ' }]) {
    test(`${JSON.stringify(body)} sends no reply`, async () => {
      const listener = await mel.registerQueue({ fetch_event_types: [], event_types: ['message'] });
      standIn.answer = () => ({ body });
      await mel.sendDirect([own], 'say nothing');
      await server.server.scheduler.runDue();
      assert.equal(standIn.requests.length, 1);
      const botReply = await listener.eventsOf('message');
      assert.deepEqual(
        botReply.map(({ message }) => message.sender_id),
        [mel.userId],
      );
    });
  }
});

describe('calls of webhooks', () => {
  test('messages of bots call no webhooks', async () => {
    const helper = await server.as('helper');
    await helper.sendToChannel('general', 'calling', '@**Hook Bot** hello');
    await helper.sendDirect([own], 'hello');
    await server.server.scheduler.runDue();
    assert.equal(standIn.requests.length, 0);
  });

  test('silent mentions, and private channels without the bot, call no webhook', async () => {
    await mel.sendToChannel('general', 'calling', '@_**Hook Bot** hello');
    const channel = { name: 'cellar', invite_only: true };
    await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [channel], invite_only: true });
    await mel.sendToChannel('cellar', 'calling', '@**Hook Bot** hello');
    await server.server.scheduler.runDue();
    assert.equal(standIn.requests.length, 0);
    await mel.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'cellar' }],
      principals: [own],
    });
    const botReply = await replyOf(own, mel, () =>
      mel.sendToChannel('cellar', 'calling', '@**Hook Bot** again'),
    );
    assert.equal(botReply.content, 'answered');
  });

  test('a deactivated bot is not called', async () => {
    const failingBot = await makeBot('Gone Bot', 1);
    await mel.ok('DELETE', `/bots/${failingBot}`);
    await mel.sendToChannel('general', 'calling', '@**Gone Bot** hello');
    await server.server.scheduler.runDue();
    assert.equal(standIn.requests.length, 0);
  });
});

describe("Slack's format", () => {
  test('posts a form and sends the text of the answer', async () => {
    standIn.answer = () => ({ body: { text: 'slack says' } });
    const botReply = await replyOf(slack, mia, () =>
      mia.sendToChannel('general', 'calling', '@**Slack Bot** go'),
    );
    assert.equal(botReply.content, 'slack says');
    const [request] = standIn.requests;
    assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded');
    const form = new URLSearchParams(request?.body);
    assert.equal(form.get('text'), '@**Slack Bot** go');
    assert.equal(form.get('user_id'), `U${mia.userId}`);
    assert.equal(form.get('user_name'), 'Mia Member');
    assert.equal(form.get('channel_name'), 'general');
    assert.equal(form.get('trigger_word'), 'mention');
    assert.equal(form.get('service_id'), String(slack));
  });

  test('is not used for direct messages', async () => {
    const botReply = await replyOf(slack, mia, () => mia.sendDirect([slack], 'psst'));
    assert.equal(botReply.content, "Failure! Slack outgoing webhooks don't support direct messages.");
    assert.equal(standIn.requests.length, 0);
  });
});

describe('failures are reported in the conversation and to the owner', () => {
  for (const [answer, botReply, ownerText] of [
    [{ status: 503, body: 'no `room`' }, 'Failure! Third party responded with 503', 'status code *503*'],
    [{ body: 'not { json' }, 'Failure! Invalid JSON in response', '> Invalid JSON in response'],
    [{ body: '[1]' }, 'Failure! Invalid response format', '> Invalid response format'],
    [
      { body: { content: 'x', widget_content: '{}' } },
      'Failure! Widgets: widget_type key is missing from widget_content',
      '> Widgets: ',
    ],
  ] as const) {
    test(botReply, async () => {
      standIn.answer = () => answer;
      const toOwner = await mel.registerQueue({
        fetch_event_types: [],
        event_types: ['message'],
        apply_markdown: false,
      });
      const reply = await replyOf(own, mia, () => mia.sendToChannel('general', 'broken', '@**Hook Bot** hm'));
      assert.equal(reply.content, botReply);
      // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
      const isExpected = ({ message }: any) => message.type === 'private' && message.sender_id === own;
      const { message } = (await eventsUntil(toOwner, isExpected)).find(isExpected);
      assert.match(message.content, /^\[A message\]\(http.*\) to your bot @_\*\*Hook Bot\*\* triggered/);
      assert.ok(message.content.includes(ownerText));
    });
  }

  test('an unreachable address is tried three times', async () => {
    const { user_id: bot } = await mel.ok('POST', '/bots', {
      full_name: 'Dead Bot',
      short_name: 'dead',
      bot_type: 3,
      payload_url: unreachableUrl,
    });
    const listener = await mia.registerQueue({ fetch_event_types: [], event_types: ['message'] });
    await mia.sendToChannel('general', 'broken', '@**Dead Bot** hm');
    const { scheduler } = server.server;
    for (const seconds of [0, 100]) {
      clockAdvance += seconds;
      await scheduler.runDue();
      assert.equal(
        (await listener.eventsOf('message')).filter(({ message }) => message.sender_id === bot).length,
        0,
      );
    }
    clockAdvance += 100;
    await scheduler.runDue();
    const [event] = (await listener.eventsOf('message')).filter(({ message }) => message.sender_id === bot);
    assert.match(event.message.content, /Failure! Bot is unavailable/);
  });
});

describe('a widget sent with a message', () => {
  const choices = [{ type: 'multiple_choice', short_name: 'A', long_name: 'Ant', reply: 'a' }];
  const zform = (extra: unknown) => JSON.stringify({ widget_type: 'zform', extra_data: extra });
  const send = { type: 'direct', to: [mia.userId], content: 'choose' };

  test('becomes its first submessage', async () => {
    const widget_content = zform({ type: 'choices', heading: 'Pick', choices });
    const { id } = await mel.ok('POST', '/messages', { ...send, widget_content });
    const { message } = await mel.ok('GET', `/messages/${id}`);
    assert.equal(message.submessages[0].msg_type, 'widget');
    assert.deepEqual(JSON.parse(message.submessages[0].content), JSON.parse(widget_content));
  });

  for (const [widget_content, problem] of [
    ['{', 'API programmer sent invalid JSON content'],
    ['[]', 'widget_content is not a dict'],
    ['{"widget_type":"clock","extra_data":{}}', 'unknown widget type: clock'],
    [zform({}), 'zform is missing type field'],
    [zform({ type: 'sliders' }), 'unknown zform type: sliders'],
    [zform({ type: 'choices', choices }), 'heading key is missing from extra_data'],
    [zform({ type: 'choices', heading: 'x', choices: {} }), 'extra_data["choices"] is not a list'],
    [
      zform({ type: 'choices', heading: 'x', choices: [{}] }),
      'type key is missing from extra_data["choices"][0]',
    ],
  ] as const) {
    test(`refuses ${widget_content}`, async () => {
      await mel.refused(
        'POST',
        '/messages',
        { ...send, widget_content },
        'BAD_REQUEST',
        `Widgets: ${problem}`,
      );
    });
  }
});

test('a call at which the worker itself fails is abandoned', async () => {
  const { database, scheduler } = { ...server.server.services, scheduler: server.server.scheduler };
  await database.write(1, (writer) => queueWork(writer, WEBHOOK_KIND, 'not a call'));
  for (let time = 0; time < 4; time++) {
    await scheduler.runDue();
    clockAdvance += 100;
  }
  assert.equal(await nextWork(database.reader(0), WEBHOOK_KIND), undefined);
});
