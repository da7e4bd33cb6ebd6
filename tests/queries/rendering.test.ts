// Names in a text become links only if its author may see what they name, wherever a text is rendered.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { newClient } from '../access/support.ts';
import { addressFor, newest, startMailServer } from '../mail/support.ts';
import type { ApiClient } from '../support/client.ts';
import { limitGuests } from '../users/support.ts';

const server = await startMailServer();
const [olive, adam, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const guest = await newClient(server, { key: 'guest', role: 600 });
const latecomer = await newClient(server, { key: 'latecomer' });
const subscribe = (name: string, people: readonly ApiClient[], more = {}) =>
  olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: people.map(({ userId }) => userId),
    send_new_subscription_messages: false,
    ...more,
  });
await subscribe('vault', [olive], { invite_only: true, history_public_to_subscribers: false });
await subscribe('den', [olive, mia], { invite_only: true, history_public_to_subscribers: true });
await subscribe('design', [guest, mel, max]);
const channelId = async (name: string) =>
  Number((await olive.ok('GET', '/get_stream_id', { stream: name })).stream_id);
const [vault, den, design, general] = await Promise.all(['vault', 'den', 'design', 'general'].map(channelId));
const early = await olive.sendToChannel('vault', 'plans', 'before');
await subscribe('vault', [latecomer]);
const now = await olive.sendToChannel('vault', 'talks', 'after');
const inDen = await mia.sendToChannel('den', 'plans', 'inside');
const inGeneral = await mel.sendToChannel('general', 'plans', 'in public');

await olive.ok('PATCH', '/realm', { send_channel_events_messages: true });

async function rendered(client: ApiClient, content: string): Promise<string> {
  return (await client.ok('POST', '/messages/render', { content })).rendered;
}

const topicLink = (id: number | undefined, name: string, topic: string, newestId?: number) =>
  `<p><a class="stream-topic" data-stream-id="${id}" href="/#narrow/channel/${id}-${name}/topic/${topic}` +
  `${newestId === undefined ? '' : `/with/${newestId}`}">#${name} &gt; ${topic}</a></p>`;
const plain = (text: string) => `<p>#<strong>${text}</strong></p>`;

describe('channels and topics', () => {
  const cases: readonly [person: string, client: ApiClient, content: string, html: string][] = [
    ['a subscriber', mia, '#**den>plans**', topicLink(den, 'den', 'plans', inDen)],
    ['a member outside', mel, '#**den>plans**', plain('den&gt;plans')],
    ['a member outside', mel, '#**den**', plain('den')],
    ['a member outside', mel, '#**den>plans@5**', plain('den&gt;plans@5')],
    ['a member outside', mel, '#**den>**', plain('den&gt;')],
    ['an administrator who only knows of it', adam, '#**den>plans**', plain('den&gt;plans')],
    [
      'a member who is not subscribed',
      max,
      '#**general>plans**',
      topicLink(general, 'general', 'plans', inGeneral),
    ],
    ['a guest who is not subscribed', guest, '#**general>plans**', plain('general&gt;plans')],
    ['a guest who is not subscribed', guest, '#**general**', plain('general')],
    [
      'a later subscriber, for an earlier topic',
      latecomer,
      '#**vault>plans**',
      topicLink(vault, 'vault', 'plans'),
    ],
    [
      'a later subscriber, for a later topic',
      latecomer,
      '#**vault>talks**',
      topicLink(vault, 'vault', 'talks', now),
    ],
    ['an earlier subscriber', olive, '#**vault>plans**', topicLink(vault, 'vault', 'plans', early)],
    ['any viewer, for an unknown topic', mel, '#**general>unsaid**', topicLink(general, 'general', 'unsaid')],
    ['any viewer, in another case', mel, '#**General**', plain('General')],
    [
      'a guest, for a web-public channel',
      guest,
      '#**town square**',
      '<p><a class="stream" data-stream-id="6" href="/#narrow/channel/6-town-square">#town square</a></p>',
    ],
  ];
  for (const [person, client, content, html] of cases) {
    test(`${content} by ${person}`, async () => assert.equal(await rendered(client, content), html));
  }

  test('bound messagesCheckedForLink: a received message resolves its topic although later ones were not received', async () => {
    await subscribe('attic', [olive, max], { invite_only: true, history_public_to_subscribers: false });
    const receivedId = await olive.sendToChannel('attic', 'plans', 'while max is here');
    await max.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['attic'] });
    for (let index = 0; index < limits.messagesCheckedForLink - 1; index++)
      await olive.sendToChannel('attic', 'plans', 'x');
    await subscribe('attic', [max]);
    assert.match(await rendered(max, '#**attic>plans**'), new RegExp(`/with/${receivedId}"`));
    await max.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['attic'] });
    await olive.sendToChannel('attic', 'plans', 'one more than are checked');
    await subscribe('attic', [max]);
    assert.match(await rendered(max, '#**attic>plans**'), /topic\/plans"/);
  });
});

test('bound topicsLookedUpPerText: further topics are linked without their newest message', async () => {
  const count = limits.topicsLookedUpPerText + 1;
  const topics = Array.from({ length: count }, (_, index) => `t${index}`);
  await subscribe('shelf', [olive, mel]);
  for (const topic of topics) await olive.sendToChannel('shelf', topic, 'x');
  const html = await rendered(mel, topics.map((topic) => `#**shelf>${topic}**`).join(' '));
  assert.equal(html.split('/topic/t').length - 1, count);
  assert.equal(html.split('/with/').length - 1, limits.topicsLookedUpPerText);
});

test('people are named as far as a limited guest sees them', async () => {
  await limitGuests(server, true);
  const silent = (client: ApiClient, name: string) =>
    `<span class="user-mention silent" data-user-id="${client.userId}">${name}</span>`;
  assert.equal(await rendered(guest, '@_**Mel Member**'), `<p>${silent(mel, 'Mel Member')}</p>`);
  assert.equal(await rendered(guest, '@_**Olive Owner**'), '<p>@_<strong>Olive Owner</strong></p>');
  assert.equal(await rendered(guest, `@_**|${olive.userId}**`), `<p>@_<strong>|${olive.userId}</strong></p>`);
  assert.equal(await rendered(mel, '@_**Olive Owner**'), `<p>${silent(olive, 'Olive Owner')}</p>`);
  await limitGuests(server, false);
});

/** Names that `max`, `mel` and `guest` may not know, and a channel that they all read. */
const TEXT = 'See #**den>plans**, #**den** and #**town square**.';
const HTML =
  /See #<strong>den&gt;plans<\/strong>, #<strong>den<\/strong> and <a class="stream"[^>]*>#town square<\/a>/;

describe('wherever a text is rendered', () => {
  const contentOf = async (client: ApiClient, id: number) =>
    (await client.ok('GET', `/messages/${id}`)).message.content;
  const later = Math.floor(Date.now() / 1000) + 3600;

  const renderings: readonly [string, () => Promise<string>][] = [
    ['a message', async () => contentOf(max, await max.sendToChannel('design', 'plans', TEXT))],
    [
      'a message of a guest',
      async () => contentOf(guest, await guest.sendToChannel('design', 'plans', TEXT)),
    ],
    ['a direct message', async () => contentOf(max, await max.sendDirect([max.userId], TEXT))],
    [
      'a direct message to a person with access',
      async () => contentOf(mia, await max.sendDirect([mia.userId], TEXT)),
    ],
    [
      'an edited message',
      async () => {
        const id = await max.sendToChannel('design', 'plans', 'before');
        await max.ok('PATCH', `/messages/${id}`, { content: TEXT });
        return contentOf(max, id);
      },
    ],
    [
      "a bot's message, whatever its owner knows",
      async () => {
        const { user_id, api_key } = await mia.ok('POST', '/bots', { full_name: 'Bee', short_name: 'bee' });
        const bot = server.client('bee-bot@parley.invalid', api_key, user_id);
        const { email } = await mia.ok('GET', `/users/${user_id}`).then(({ user }) => user);
        const id = await server.client(email, api_key, bot.userId).sendDirect([mia.userId], TEXT);
        return contentOf(mia, id);
      },
    ],
    [
      "another service's message",
      async () => {
        const fields = { full_name: 'Wasp', short_name: 'wasp', bot_type: 2 };
        const { api_key } = await mia.ok('POST', '/bots', fields);
        const payload = JSON.stringify({ text: TEXT });
        await server.anonymous.ok('POST', '/external/slack_incoming', {
          api_key,
          stream: 'general',
          payload,
        });
        return contentOf(mia, (await newest(mia)).id);
      },
    ],
    [
      'a scheduled message',
      async () => {
        const message = { type: 'channel', to: design, topic: 'plans', content: TEXT };
        await max.ok('POST', '/scheduled_messages', { ...message, scheduled_delivery_timestamp: later });
        return (await max.ok('GET', '/scheduled_messages')).scheduled_messages[0].rendered_content;
      },
    ],
    [
      'a reminder',
      async () => {
        const reminder = { message_id: inGeneral, scheduled_delivery_timestamp: later, note: TEXT };
        await max.ok('POST', '/reminders', reminder);
        return (await max.ok('GET', '/reminders')).reminders[0].rendered_content;
      },
    ],
    [
      "a channel's description, and the notice about it in the channel",
      async () => {
        await max.ok('POST', '/channels/create', {
          name: 'workshop',
          description: TEXT,
          subscribers: [max.userId],
        });
        const { streams } = await max.ok('GET', '/streams');
        const { messages } = await max.ok('GET', '/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [['channel', 'workshop']],
        });
        assert.match(messages[0].content, HTML);
        return streams.find(({ name }: { name: string }) => name === 'workshop').rendered_description;
      },
    ],
    [
      'a changed description',
      async () => {
        const id = await channelId('workshop');
        await max.ok('PATCH', `/streams/${id}`, { description: `Again: ${TEXT}` });
        return (await max.ok('GET', `/streams/${id}`)).stream.rendered_description;
      },
    ],
    [
      'the description of a channel that is made by subscribing',
      async () => {
        const subscriptions = [{ name: 'shed', description: TEXT }];
        await max.ok('POST', '/users/me/subscriptions', { subscriptions });
        return (await max.ok('GET', `/streams/${await channelId('shed')}`)).stream.rendered_description;
      },
    ],
    [
      "a folder's description",
      async () => {
        await adam.ok('POST', '/channel_folders/create', { name: 'Work', description: TEXT });
        return (await adam.ok('GET', '/channel_folders')).channel_folders[0].rendered_description;
      },
    ],
    [
      'a field of a profile',
      async () => {
        const { custom_fields } = await max.ok('GET', '/realm/profile_fields');
        const [{ id }] = custom_fields;
        await max.ok('PATCH', '/users/me/profile_data', { data: [{ id, value: TEXT }] });
        const { user } = await max.ok('GET', `/users/${max.userId}`, { include_custom_profile_fields: true });
        return user.profile_data[id].rendered_value;
      },
    ],
    [
      'a mail to a channel',
      async () => {
        const address = await addressFor(max, general ?? 0);
        await server.send({ to: address, subject: 'a mail', text: TEXT });
        return contentOf(max, (await newest(max)).id);
      },
    ],
  ];
  for (const [what, html] of renderings)
    test(`${what} is rendered`, async () => assert.match(await html(), HTML));

  test('the organization’s description resolves names that are visible to anonymous viewers', async () => {
    await olive.ok('PATCH', '/realm', { description: 'See #**general>plans** and #**town square**.' });
    const { realm_description } = await server.anonymous.ok('GET', '/server_settings');
    assert.match(
      realm_description,
      /#<strong>general&gt;plans<\/strong> and <a class="stream"[^>]*>#town square</,
    );
  });

  test('a notice links messages that its actor may read', async () => {
    const movedId = await mia.sendToChannel('general', 'to move', 'into the den');
    await olive.ok('PATCH', `/messages/${movedId}`, {
      stream_id: den,
      topic: 'moved',
      send_notification_to_old_thread: true,
      propagate_mode: 'change_all',
    });
    const { messages } = await mia.ok('GET', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [
        ['channel', 'general'],
        ['topic', 'to move'],
      ],
    });
    assert.match(messages[0].content, /moved to <a class="stream-topic"[^>]*>#den &gt; moved<\/a>/);
  });
});

test('the author’s own setting decides about emoticons', async () => {
  const renderedEdit = async (client: ApiClient) => {
    const id = await client.sendToChannel('design', 'plans', 'hello :)');
    await client.ok('PATCH', `/messages/${id}`, { content: 'bye :)' });
    return (await mel.ok('GET', `/messages/${id}`)).message.content;
  };
  await max.ok('PATCH', '/settings', { translate_emoticons: true });
  assert.match(await rendered(max, ':)'), /emoji-1f642/);
  assert.match(await renderedEdit(max), /^<p>bye <span [^>]*emoji-1f642[^>]*>:slight_smile:<\/span><\/p>$/);
  assert.equal(await renderedEdit(mel), '<p>bye :)</p>');
  await max.ok('PATCH', '/settings', { translate_emoticons: false });
  assert.equal(await rendered(max, ':)'), '<p>:)</p>');
});
