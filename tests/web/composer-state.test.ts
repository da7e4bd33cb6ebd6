// The state of the composer while it is opened, redirected, filled and sent: what it shows, saves and reports.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import type { State } from '../../client/state/state.ts';
import { Composer, destinationOfDraft } from '../../web/composer/composer.ts';
import type { Organization } from '../../web/data/organization.ts';
import type { Destination } from '../../web/lib/destination.ts';
import { browserStorage } from './browser-storage.ts';

const topic = (name: string, channelId = 7): Destination => ({ kind: 'channel', channelId, topic: name });
const toMia: Destination = { kind: 'direct', personIds: [2] };
const toMax: Destination = { kind: 'direct', personIds: [4] };
const draftTo = (id: number, to: number, content: string) => ({
  id,
  type: 'private' as const,
  to: [to],
  topic: '',
  content,
  timestamp: 1,
});

/** A composer whose calls, messages and changes are recorded. */
function composerOf(more: object = {}, runCommand?: (text: string) => Promise<boolean>) {
  const state = {
    subscriptions: [7, 8].map((stream_id) => ({
      stream_id,
      name: `channel ${stream_id}`,
      can_send_message_group: { direct_members: stream_id === 7 ? [1] : [], direct_subgroups: [] },
    })),
    user_settings: { send_private_typing_notifications: true, enable_drafts_synchronization: true },
    drafts: [],
    ...more,
  } as unknown as State;
  const calls: string[] = [];
  const server: { failure: Error | undefined } = { failure: undefined };
  const call = async (name: string, parameters: object) => {
    calls.push(`${name} ${JSON.stringify(parameters)}`);
    if (server.failure && name !== 'set-typing-status') throw server.failure;
    return { ids: [50] };
  };
  const organization = { state, ownId: 1, queueId: 'q', client: { call } } as unknown as Organization;
  const sent: [Destination, string][] = [];
  const outbox: { failure: Error | undefined } = { failure: undefined };
  const composer = new Composer(
    organization,
    async (destination, content) => {
      if (outbox.failure) throw outbox.failure;
      sent.push([destination, content]);
    },
    ...(runCommand ? [runCommand] : []),
  );
  let changes = 0;
  const stop = composer.listen(() => {
    changes += 1;
  });
  const changesIn = (run: () => unknown) => {
    changes = 0;
    run();
    return changes;
  };
  const changesAfter = async (run: () => Promise<unknown>) => {
    changes = 0;
    await run();
    return changes;
  };
  const callsTo = (name: string) => calls.filter((one) => one.startsWith(name));
  return { composer, calls, named: callsTo, server, outbox, sent, stop, changesIn, changesAfter };
}

/** Waits for everything that is under way and needs no timer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
}

/** Replaces the timers; returns a function that advances them. */
function timersOf({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] });
  return (milliseconds: number) => mock.timers.tick(milliseconds);
}

test('drafts that an earlier page did not save are sent to the server', async (t) => {
  const globals = globalThis as { localStorage?: unknown };
  const before = Object.getOwnPropertyDescriptor(globals, 'localStorage');
  t.after(() => before && Object.defineProperty(globals, 'localStorage', before));
  const storage = browserStorage();
  Object.defineProperty(globals, 'localStorage', { configurable: true, value: storage });
  const draft = { destination: toMia, content: 'left' };
  storage.setItem('draft 1 left', JSON.stringify({ at: 0, written: draft }));
  const { named } = composerOf();
  await settled();
  assert.match(named('create-drafts')[0] ?? '', /"left"/);
  assert.equal(storage.length, 0);
});

test('the composer is open for the conversation in view, and elsewhere until it is closed', () => {
  const { composer, changesIn } = composerOf();
  assert.deepEqual([composer.isOpen, composer.isForView, composer.destination], [false, false, undefined]);
  assert.ok(changesIn(() => composer.open(toMia)) > 0);
  assert.deepEqual([composer.isOpen, composer.isForView, composer.destination], [true, false, toMia]);
  assert.ok(changesIn(() => composer.close()) > 0);
  assert.deepEqual([composer.isOpen, composer.destination], [false, undefined]);
  composer.follow(topic('logo'));
  assert.deepEqual([composer.isOpen, composer.isForView], [true, true]);
  composer.open(toMia);
  // The same view again, for example after a rendering.
  assert.equal(
    changesIn(() => composer.follow(topic('LOGO'))),
    0,
  );
  assert.deepEqual(composer.destination, toMia);
  composer.follow(undefined);
  assert.deepEqual([composer.isOpen, composer.destination], [false, undefined]);
  composer.open(toMia);
  composer.follow(undefined);
  assert.deepEqual([composer.isOpen, composer.destination], [false, undefined]);
});

test('the composer asks for the destination unless it is in view, and always for the topic of a channel', () => {
  const { composer } = composerOf();
  composer.follow(topic('logo'));
  assert.equal(composer.asksForDestination, false);
  composer.open(topic('other'));
  assert.equal(composer.asksForDestination, true);
  composer.follow(topic(''));
  assert.deepEqual([composer.isForView, composer.asksForDestination], [true, true]);
  composer.follow(toMia);
  assert.equal(composer.asksForDestination, false);
});

test('the text stays when the destination changes, and is saved there', async () => {
  const { composer, named, changesIn } = composerOf();
  composer.open(toMia);
  composer.write('hello');
  assert.equal(
    changesIn(() => composer.redirect(toMax)),
    1,
  );
  assert.deepEqual([composer.content, composer.destination, composer.isOpen], ['hello', toMax, true]);
  await composer.flush();
  assert.deepEqual(named('create-drafts'), [
    'create-drafts {"drafts":[{"type":"private","to":[4],"topic":"","content":"hello"}]}',
  ]);
  const closedComposer = composerOf().composer;
  closedComposer.redirect(toMia);
  assert.equal(closedComposer.isOpen, true);
});

test('a draft is continued, after the text before it was saved, and is deleted once it is sent', async () => {
  const { composer, calls, sent } = composerOf();
  composer.open(toMax);
  composer.write('before');
  composer.takeFocus();
  composer.openDraft(draftTo(9, 2, 'begun'));
  await settled();
  assert.deepEqual([composer.content, composer.destination, composer.isOpen], ['begun', toMia, true]);
  assert.equal(composer.takeFocus(), true);
  assert.ok(calls.some((call) => /^create-drafts.*"before"/.test(call)));
  composer.write('begun and ended');
  await composer.flush();
  assert.ok(calls.some((call) => /^edit-draft \{"draft_id":9,.*"begun and ended"/.test(call)));
  assert.equal(await composer.send(), true);
  assert.deepEqual(sent, [[toMia, 'begun and ended']]);
  assert.equal(calls.at(-1), 'delete-draft {"draft_id":9}');
});

test('a draft of the conversation is shown when it is opened, and not saved again', async () => {
  const { composer, named } = composerOf({ drafts: [draftTo(9, 2, 'begun')] });
  composer.open(toMia);
  assert.equal(composer.content, 'begun');
  composer.open(toMax);
  await settled();
  assert.deepEqual([composer.content, named('edit-draft'), named('create-drafts')], ['', [], []]);
  assert.deepEqual(destinationOfDraft({ ...draftTo(1, 2, ''), to: [2, 1] }, 1), toMia);
  const inChannel = { id: 1, type: 'stream', to: [7], topic: 'logo', content: '', timestamp: 1 } as const;
  assert.deepEqual(destinationOfDraft({ ...inChannel, to: [7] }, 1), topic('logo'));
});

test('insertions and files wait for the text field, which takes each once', () => {
  const { composer, changesIn } = composerOf();
  assert.equal(composer.takeFocus(), false);
  const file = new File(['x'], 'x.txt');
  const steps: readonly (() => void)[] = [
    () => composer.insert({ text: 'one', isBlock: false }),
    () => composer.insert({ text: 'two', isBlock: true }),
    () => composer.addFiles([file]),
  ];
  for (const step of steps) {
    assert.equal(changesIn(step), 1);
    assert.equal(composer.takeFocus(), true);
    assert.equal(composer.takeFocus(), false);
  }
  assert.deepEqual(composer.takeInsertions(), [
    { text: 'one', isBlock: false },
    { text: 'two', isBlock: true },
  ]);
  assert.deepEqual(composer.takeInsertions(), []);
  assert.deepEqual(composer.takeFiles(), [file]);
  assert.deepEqual(composer.takeFiles(), []);
  composer.open(toMia, 'quoted');
  assert.deepEqual(composer.takeInsertions(), [{ text: 'quoted', isBlock: true }]);
  assert.equal(composer.takeFocus(), true);
  assert.equal(
    changesIn(() => composer.open(toMia)),
    1,
  );
  assert.deepEqual([composer.takeInsertions(), composer.takeFocus()], [[], true]);
});

test('listeners are notified of each change until they are removed', async () => {
  const { composer, changesIn, stop } = composerOf();
  composer.open(toMia);
  assert.equal(
    changesIn(() => composer.write('a')),
    1,
  );
  assert.equal(
    changesIn(() => composer.write('a')),
    0,
  );
  assert.equal(
    changesIn(() => composer.showError({ text: 'No.' })),
    1,
  );
  assert.deepEqual(composer.error, { text: 'No.' });
  assert.equal(
    changesIn(() => void composer.send()),
    1,
  );
  assert.ok(changesIn(() => composer.follow(toMax)) > 0);
  composer.open(toMia);
  assert.equal(
    changesIn(() => composer.follow(toMia)),
    1,
    'its conversation is in view now',
  );
  stop();
  assert.equal(
    changesIn(() => composer.write('b')),
    0,
  );
});

test('nothing is sent without a destination or text, or where the viewer may not post', async () => {
  const { composer, sent, changesIn } = composerOf();
  composer.write('hello');
  assert.equal(await composer.send(), false);
  composer.open(toMia);
  composer.write(' \n');
  assert.equal(await composer.send(), false);
  composer.open(topic('logo', 8));
  composer.write('hello');
  composer.takeFocus();
  let sending: Promise<boolean> | undefined;
  const changes = changesIn(() => {
    sending = composer.send();
  });
  assert.equal(await sending, false);
  assert.equal(changes, 1);
  assert.deepEqual(
    [composer.content, composer.error?.text],
    ['hello', 'You don’t have permission to post here.'],
  );
  assert.equal(composer.takeFocus(), true);
  assert.deepEqual(sent, []);
  composer.open(toMax);
  assert.equal(composer.error, undefined);
});

test('a text that begins with a slash is a message if there are no commands or it is scheduled', async () => {
  const plain = composerOf();
  plain.composer.open(toMia);
  plain.composer.write('/dark');
  assert.equal(await plain.composer.send(), true);
  assert.deepEqual(plain.sent, [[toMia, '/dark']]);
  const { composer } = composerOf({}, async () => true);
  const later: string[] = [];
  composer.open(toMia);
  composer.write('/dark');
  assert.equal(await composer.send(async (_destination, content) => void later.push(content)), true);
  assert.deepEqual(later, ['/dark']);
});

test('a command that ran leaves no text and no draft, one that failed stays with its error', async () => {
  const { composer, named, sent } = composerOf({ drafts: [draftTo(9, 2, '/dark')] }, async (text) => {
    if (text === '/fail') throw new Error('It failed.');
    return true;
  });
  composer.open(toMia);
  assert.equal(await composer.send(), false);
  assert.deepEqual([composer.content, named('delete-draft')], ['', ['delete-draft {"draft_id":9}']]);
  composer.write('/fail');
  composer.takeFocus();
  assert.equal(await composer.send(), false);
  assert.deepEqual([composer.content, composer.error], ['/fail', { text: 'It failed.', lang: 'en' }]);
  assert.equal(composer.takeFocus(), true);
  assert.deepEqual(sent, []);
  // It can be run again.
  composer.write('/dark');
  const [first, second] = [composer.send(), composer.send()];
  assert.equal(await second, false, 'it is running already');
  assert.equal(await first, false);
  assert.equal(composer.content, '');
  assert.deepEqual(
    named('set-typing-status').map((call) => /"(start|stop)"/.exec(call)?.[1]),
    ['start', 'stop'],
  );
});

test('listeners are notified when a command ran', async () => {
  const ran = Promise.withResolvers<boolean>();
  const { composer, changesAfter } = composerOf({}, () => ran.promise);
  composer.open(toMia);
  composer.write('/dark');
  const sending = composer.send();
  const changes = await changesAfter(async () => {
    ran.resolve(true);
    await sending;
  });
  assert.equal(changes, 1);
});

test('typing is reported while there is text, until it is sent, left or saved', async (t) => {
  timersOf(t);
  const { composer, named } = composerOf();
  const ops = () =>
    named('set-typing-status').map(
      (call) => (JSON.parse(call.slice(call.indexOf('{'))) as { op: string }).op,
    );
  const expected: string[] = [];
  const begin = (text: string) => {
    composer.open(toMia);
    composer.write(text);
    expected.push('start');
    assert.deepEqual(ops(), expected);
  };
  const expectStop = () => {
    expected.push('stop');
    assert.deepEqual(ops(), expected);
  };
  begin('a');
  composer.write(' ');
  expectStop();
  begin('b');
  const sending = composer.send();
  expectStop();
  await sending;
  begin('c');
  composer.open(toMax);
  expectStop();
  begin('d');
  void composer.flush();
  expectStop();
});

test('a message that was not sent returns only to its own empty field', async () => {
  const { composer, outbox, named } = composerOf();
  outbox.failure = new Error('No.');
  composer.open(toMia);
  composer.write('hello');
  const sending = composer.send();
  composer.open(toMax);
  composer.takeFocus();
  assert.equal(await sending, false);
  assert.deepEqual([composer.content, composer.error?.text, composer.takeFocus()], ['', 'No.', true]);
  await settled();
  assert.equal(named('create-drafts').length, 1);
  composer.open(toMia);
  composer.write('again');
  await composer.send();
  assert.equal(composer.content, 'again');
  composer.write('once more');
  await composer.flush();
  assert.match(named('create-drafts').at(-1) ?? '', /once more/);
});

test('a draft that the server refuses is not sent again, one without an answer is', async (t) => {
  const tick = timersOf(t);
  for (const [status, tries] of [
    [400, 1],
    [499, 1],
    [500, 2],
    [0, 2],
  ] as const) {
    const { composer, named, server } = composerOf();
    server.failure = new ParleyError(status, 'X', '');
    composer.open(toMia);
    composer.write('hello');
    tick(1000);
    await settled();
    tick(5000);
    await settled();
    assert.equal(named('create-drafts').length, tries, String(status));
  }
});
