// Sample content: what is added, and that removing it deletes exactly that.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const path = '/realm/sample_content';
const PROJECT = 'sample project';
const SMALL_TALK = 'sample small talk';
interface Channel {
  readonly stream_id: number;
  readonly name: string;
  readonly is_default: boolean;
  readonly invite_only: boolean;
  readonly creator_id: number | null;
}
interface Message {
  readonly id: number;
  readonly subject: string;
  readonly content: string;
  readonly sender_full_name: string;
  readonly submessages: readonly { readonly content: string }[];
  readonly reactions: readonly { readonly emoji_name: string }[];
}
type Client = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['as']>>;

/** A server of its own for each test, since channels are archived and never deleted. */
async function organization() {
  const server = await startTestServer();
  const [olive, adam, mel, gus] = await Promise.all([
    server.as('olive'),
    server.as('adam'),
    server.as('mel'),
    server.as('gus'),
  ]);
  /** All channels that are not archived, by name. */
  async function channels(): Promise<Map<string, Channel>> {
    const { streams } = await olive.ok('GET', '/streams', { include_all: true, include_default: true });
    return new Map(streams.map((channel: Channel) => [channel.name, channel]));
  }
  return {
    olive,
    adam,
    mel,
    gus,
    channels,
    add: () => adam.ok('POST', path, {}),
    remove: () => adam.ok('DELETE', path),
    idOf: async (name: string): Promise<number | undefined> => (await channels()).get(name)?.stream_id,
    async isPresent(client = mel): Promise<boolean> {
      const only = { fetch_event_types: ['sample_content'], event_types: [] };
      return (await client.ok('POST', '/register', only)).has_sample_content;
    },
    async messagesOf(name: string, client = olive, apply_markdown = false): Promise<Message[]> {
      const narrow = [{ operator: 'channel', operand: name }];
      const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown };
      return (await client.ok('GET', '/messages', page)).messages;
    },
  };
}
const write = (client: Client, to: string, topic: string, content: string) =>
  client.ok('POST', '/messages', { type: 'channel', to, topic, content });

describe('sample content', () => {
  test('is two channels with messages of Welcome Bot that show what Parley can do', async () => {
    const { olive, adam, mel, gus, add, channels, isPresent, messagesOf } = await organization();
    const before = await channels();
    const eventLists = await expectFold([adam, mel, gus], add);
    for (const events of eventLists) {
      const own = events.filter(({ type }) => type === 'sample_content');
      assert.deepEqual(
        own.map((event) => event.has_sample_content),
        [true],
      );
    }
    assert.equal(await isPresent(), true);
    const after = await channels();
    const addedChannels = [...after.keys()].filter((name) => !before.has(name));
    assert.deepEqual(addedChannels.sort(), [PROJECT, SMALL_TALK]);
    for (const name of addedChannels) {
      const { is_default, invite_only, creator_id } = after.get(name) ?? {};
      assert.deepEqual(
        { is_default, invite_only, creator_id },
        {
          is_default: true,
          invite_only: false,
          creator_id: null,
        },
      );
    }
    const messages = [...(await messagesOf(PROJECT)), ...(await messagesOf(SMALL_TALK))];
    assert.deepEqual([...new Set(messages.map((message) => message.sender_full_name))], ['Welcome Bot']);
    assert.deepEqual([...new Set(messages.map((message) => message.subject))].sort(), [
      'how topics work',
      'launch date',
      'lunch on Friday',
      'totals and averages',
      'writing messages',
    ]);
    const widgets = messages.flatMap(({ submessages }) =>
      submessages.map((one) => JSON.parse(one.content).widget_type),
    );
    assert.deepEqual(widgets, ['poll', 'todo', 'poll']);
    const reactions = messages.flatMap((message) => message.reactions.map((one) => one.emoji_name));
    assert.deepEqual(reactions, ['thumbs_up', 'tada', 'yum', 'heart']);
    const rendered = await messagesOf(PROJECT, olive, true);
    const html = rendered.map((message) => message.content).join('');
    assert.match(html, /data-code-language="JavaScript"/);
    assert.match(html, /class="katex/);
  });

  test('is added once, even by two administrators at the same time', async () => {
    const { olive, add, channels, messagesOf } = await organization();
    await Promise.all([add(), olive.ok('POST', path, {})]);
    await add();
    assert.equal((await messagesOf(PROJECT)).length, 9);
    assert.equal([...(await channels()).keys()].filter((name) => name.startsWith('sample')).length, 2);
  });

  test('is removed as a whole, and the channels are archived and opened when it is added again', async () => {
    const { olive, adam, mel, add, remove, channels, idOf, isPresent, messagesOf } = await organization();
    const before = [...(await channels()).keys()];
    await add();
    const id = await idOf(PROJECT);
    const [first] = await messagesOf(PROJECT);
    const eventLists = await expectFold([adam, mel], remove);
    const contentEvents = eventLists[1]?.filter(({ type }) => type === 'sample_content');
    assert.deepEqual(
      contentEvents?.map((event) => event.has_sample_content),
      [false],
    );
    assert.equal(await isPresent(), false);
    assert.deepEqual([...(await channels()).keys()], before);
    assert.equal((await olive.request('GET', `/messages/${first?.id}`)).status, 400);
    await remove();
    await expectFold([adam, mel], add);
    assert.equal(await idOf(PROJECT), id);
    assert.equal((await messagesOf(PROJECT)).length, 9);
    assert.equal((await channels()).get(PROJECT)?.is_default, true);
  });

  test('leaves what people wrote, and the channel they wrote in', async () => {
    const { adam, mel, add, remove, idOf, isPresent, messagesOf } = await organization();
    await add();
    const id = await idOf(SMALL_TALK);
    await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: SMALL_TALK }] });
    const { id: answer } = await write(mel, SMALL_TALK, 'lunch on Friday', 'I bring cake');
    await expectFold([adam, mel], remove);
    assert.equal(await isPresent(), false);
    assert.deepEqual(
      (await messagesOf(SMALL_TALK, mel)).map((message) => [message.id, message.content]),
      [[answer, 'I bring cake']],
    );
    assert.equal(await idOf(PROJECT), undefined);
    // The channel is an ordinary one now, so that adding again leaves it alone and takes another name.
    await add();
    assert.notEqual(await idOf(`${SMALL_TALK} 2`), undefined);
    await remove();
    assert.equal(await idOf(SMALL_TALK), id);
    assert.equal(await idOf(`${SMALL_TALK} 2`), undefined);
  });

  test('that is added again tells guests whom they see in the channels that are opened', async () => {
    const { olive, adam, gus, add, remove, idOf, channels } = await organization();
    await add();
    // The guest shares nothing else with this person.
    const person = { email: 'nina@example.com', full_name: 'Nina New', password: 'a long password of Nina' };
    const { user_id: nina } = await olive.ok('POST', '/users', person);
    await olive.ok('DELETE', '/users/me/subscriptions', {
      subscriptions: [...(await channels()).keys()].filter((name) => name !== PROJECT),
      principals: [nina],
    });
    await adam.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: PROJECT }],
      principals: [gus.userId, nina],
    });
    const { user_groups: groups } = await olive.ok('GET', '/user_groups');
    const members = groups.find((group: { name: string }) => group.name === 'role:members').id;
    await olive.ok('PATCH', '/realm', { can_access_all_users_group: { new: members } });
    const sees = async () =>
      (await gus.ok('GET', '/users')).members.some(
        (one: { user_id: number; full_name: string }) => one.user_id === nina && one.full_name === 'Nina New',
      );
    assert.equal(await sees(), true);
    await expectFold([gus], remove);
    assert.equal(await sees(), false);
    const [events] = await expectFold([gus], add);
    assert.notEqual(await idOf(PROJECT), undefined);
    assert.equal(await sees(), true);
    const addedPeople = events?.filter(({ type, op }) => type === 'realm_user' && op === 'add');
    assert.ok(addedPeople?.some((event) => event.person.user_id === nina));
  });

  test('goes to the channel that it was in before, whichever channel people wrote in', async () => {
    for (const [written, other] of [
      [PROJECT, SMALL_TALK],
      [SMALL_TALK, PROJECT],
    ] as const) {
      const { mel, add, remove, idOf, messagesOf } = await organization();
      await add();
      const topicsIn = async (name: string) =>
        [...new Set((await messagesOf(name)).map((message) => message.subject))].sort();
      const [ofWritten, ofOther, id] = [await topicsIn(written), await topicsIn(other), await idOf(other)];
      await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: written }] });
      await write(mel, written, 'our own topic', 'We keep this channel.');
      await remove();
      await add();
      assert.equal(await idOf(other), id);
      assert.deepEqual(await topicsIn(other), ofOther);
      assert.deepEqual(await topicsIn(written), ['our own topic']);
      assert.deepEqual(await topicsIn(`${written} 2`), ofWritten);
    }
  });

  test('is found where people moved it, and what they moved to its channel stays', async () => {
    const { olive, add, remove, idOf, messagesOf } = await organization();
    await add();
    const [first] = await messagesOf(PROJECT);
    const general = await idOf('general');
    const move = (message: number | undefined, stream_id: number | undefined, topic: string) =>
      olive.ok('PATCH', `/messages/${message}`, {
        stream_id,
        topic,
        propagate_mode: 'change_one',
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: false,
      });
    await move(first?.id, general, 'kept for reference');
    const { id: own } = await write(olive, 'general', 'plans', 'Our plan');
    const project = await idOf(PROJECT);
    await move(own, project, 'plans');
    await remove();
    assert.equal(await idOf(PROJECT), project);
    assert.equal((await olive.request('GET', `/messages/${first?.id}`)).status, 400);
    assert.deepEqual(
      (await messagesOf(PROJECT)).map((message) => message.id),
      [own],
    );
  });

  test('leaves a channel that was made private', async () => {
    const { adam, add, remove, idOf, messagesOf } = await organization();
    await add();
    const id = await idOf(PROJECT);
    await adam.ok('PATCH', `/streams/${id}`, { is_default_stream: false });
    await adam.ok('PATCH', `/streams/${id}`, { is_private: true });
    await remove();
    assert.equal(
      (await messagesOf(PROJECT, adam)).filter(({ sender_full_name: name }) => name === 'Welcome Bot').length,
      0,
    );
    assert.equal((await adam.ok('GET', `/streams/${id}`)).stream.is_archived, false);
  });

  test('is in the language of the organization', async () => {
    const { olive, add, channels } = await organization();
    await olive.ok('PATCH', '/realm', { default_language: 'de' });
    await add();
    assert.ok([...(await channels()).keys()].includes('Beispielprojekt'));
  });

  test('is for administrators', async () => {
    const { mel, isPresent } = await organization();
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await mel.request(method, path, {});
      assert.equal(answer.body.msg, 'Must be an organization administrator');
    }
    assert.equal(await isPresent(), false);
  });
});
