// The mesh of a call: offers, collisions, lost signals, restarts and new connections, with browsers and a network made
// for the test.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Mesh, type MeshOptions } from '../../web/calls/engine/mesh.ts';
import type { OutgoingSignal } from '../../web/calls/engine/signal-sender.ts';
import { FakeNetwork } from './fake-connections.ts';

/** All that waits in promises, but no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}

/** Lets time pass in steps of a tenth of a second. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    mock.timers.tick(100);
    await settle();
  }
}

class Call {
  readonly network = new FakeNetwork();
  readonly meshes = new Map<string, Mesh>();
  readonly requests: { readonly from: string; readonly signals: readonly OutgoingSignal[] }[] = [];
  /** Sessions whose signals get lost. */
  readonly mute = new Set<string>();
  readonly credentials: string[] = [];

  join(session: string, options: Partial<MeshOptions> = {}): Mesh {
    const mesh = new Mesh({
      ownSession: session,
      iceServers: [],
      isRelayOnly: false,
      connect: (settings) => this.network.connect(settings),
      post: async (signals) => {
        this.requests.push({ from: session, signals });
        if (this.mute.has(session)) return;
        for (const { to, data } of signals) this.meshes.get(to)?.receive(session, structuredClone(data));
      },
      onRefused: (error) => assert.fail(String(error)),
      fetchIceServers: async () => {
        this.credentials.push(session);
        return [{ urls: `turn:${this.credentials.length}` }];
      },
      later: (run) => run(),
      ...options,
    });
    this.meshes.set(session, mesh);
    this.list();
    mesh.start();
    return mesh;
  }

  list(mutedSessions: readonly string[] = []): void {
    const sessions = [...this.meshes.keys()];
    for (const [own, mesh] of this.meshes)
      mesh.setOthers(
        sessions
          .filter((session) => session !== own)
          .map((session) => ({ session, isMuted: mutedSessions.includes(session) })),
      );
  }

  leave(session: string): void {
    this.meshes.get(session)?.close();
    this.meshes.delete(session);
    this.list();
  }

  /** `a>b` for each participant with how it receives the others. */
  reaches(): string[] {
    return [...this.meshes].flatMap(([own, mesh]) =>
      [...mesh.remotes].map(([other, { reach }]) => `${own}<${other} ${reach}`),
    );
  }

  close(): void {
    for (const mesh of this.meshes.values()) mesh.close();
  }
}

let call: Call;
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  call = new Call();
});
afterEach(() => {
  call.close();
  mock.timers.reset();
});

const everyone = (reach: string, ...sessions: readonly string[]) =>
  sessions.flatMap((own) =>
    sessions.filter((other) => other !== own).map((other) => `${own}<${other} ${reach}`),
  );

test('who joins makes an offer to all, and everyone hears everyone', async () => {
  call.join('a');
  call.join('b');
  await pass(1000);
  call.join('c');
  await pass(2000);
  assert.deepEqual(call.reaches().sort(), everyone('connected', 'a', 'b', 'c').sort());
  const offers = call.requests.flatMap(({ from, signals }) =>
    signals.flatMap(({ to, data }) =>
      'description' in data && data.description.type === 'offer' ? `${from} to ${to}` : [],
    ),
  );
  assert.deepEqual(offers, ['b to a', 'c to a', 'c to b']);
  // What c had to say to a and b went in one request.
  assert.equal(call.requests.filter(({ from }) => from === 'c').length, 1);
});

test('levels and the tracks of a line reach the screens; a microphone is replaced without a description', async () => {
  const a = call.join('a');
  const b = call.join('b');
  await pass(2000);
  const before = call.requests.length;
  await b.setTrack('microphone', { id: 'headset', kind: 'audio' });
  await b.setTrack('screen', { id: 'window', kind: 'video' });
  await pass(1000);
  assert.equal(call.requests.length, before);
  const lines = call.network.open.map((connection) =>
    connection.getTransceivers().map(({ sender }) => sender.track?.id),
  );
  assert.deepEqual(
    lines.find((ids) => ids.includes('headset')),
    ['headset', undefined, 'window'],
  );
  const remote = a.remotes.get('b');
  assert.equal(a.levels().get('b'), 0.5);
  assert.deepEqual(
    [remote?.tracks.microphone?.kind, remote?.tracks.camera?.kind, remote?.tracks.screen?.kind],
    ['audio', 'video', 'video'],
  );
});

test('a description waits for addresses for 150 ms at most; later ones follow together', async () => {
  call.join('a');
  call.join('b');
  await settle();
  const [offered] = call.network.open;
  offered?.find('early');
  await pass(100);
  assert.equal(call.requests.length, 0);
  await pass(100);
  assert.equal(call.requests.length, 1);
  offered?.find('late');
  offered?.find('later');
  await pass(100);
  offered?.find('latest');
  offered?.find(undefined);
  await pass(200);
  const sent = call.requests
    .filter(({ from }) => from === 'b')
    .flatMap(({ signals }) => signals.map(({ data }) => data));
  assert.deepEqual(sent.slice(1), [
    { candidates: [{ candidate: 'late' }, { candidate: 'later' }] },
    { candidates: [{ candidate: 'latest' }] },
  ]);
  assert.equal(call.network.open.find((one) => one !== offered)?.candidates.length, 3);
});

test('gathering that ends early is not waited for', async () => {
  call.join('a');
  call.join('b');
  await settle();
  call.network.open[0]?.find(undefined);
  await settle();
  assert.equal(call.requests.length, 1);
});

test('if two offer at once, the polite one gives way', async () => {
  for (const session of ['a', 'b', 'c', 'd']) call.join(session);
  for (const mesh of call.meshes.values()) mesh.start();
  await pass(3000);
  assert.deepEqual(call.reaches().sort(), everyone('connected', 'a', 'b', 'c', 'd').sort());
  assert.equal(call.network.open.length, 12);
});

test('a lost offer or answer is sent again after three seconds', async () => {
  call.join('a');
  call.mute.add('b');
  call.join('b');
  await pass(2000);
  assert.deepEqual(call.reaches(), ['a<b connecting', 'b<a connecting']);
  call.mute.delete('b');
  call.mute.add('a');
  await pass(2000);
  assert.deepEqual(call.reaches(), ['a<b lost', 'b<a lost']);
  call.mute.delete('a');
  await pass(4000);
  assert.deepEqual(call.reaches(), everyone('connected', 'a', 'b'));
});

test('without packets for a second a participant is lost, and a restart with fresh credentials finds another way', async () => {
  call.join('a');
  call.join('b');
  await pass(3000);
  call.network.cut();
  call.mute.add('a').add('b');
  await pass(1500);
  assert.deepEqual(call.reaches(), everyone('lost', 'a', 'b'));
  call.mute.clear();
  await pass(4000);
  assert.deepEqual(call.reaches(), everyone('connected', 'a', 'b'));
  assert.equal(call.network.connections.length, 2);
  assert.deepEqual([...new Set(call.credentials)].sort(), ['a', 'b']);
  for (const { settings } of call.network.open) assert.match(JSON.stringify(settings.iceServers), /turn:\d/);
});

test('another network restarts at once', async () => {
  const a = call.join('a');
  call.join('b');
  await pass(3000);
  call.network.cut();
  a.networkChanged();
  await pass(300);
  // Once the statistics of the next second are there.
  await pass(1000);
  assert.deepEqual(call.reaches(), everyone('connected', 'a', 'b'));
});

test('restarts every three seconds, and after thirty a new connection replaces the old one', async () => {
  call.join('a');
  call.join('b');
  await pass(3000);
  const [first] = call.network.open;
  assert.ok(first);
  const signalsBefore = call.requests.length;
  call.network.cut();
  call.mute.add('a').add('b');
  await pass(10_000);
  // Of each side: an offer, and the same again while no answer comes.
  const repairs = call.requests.slice(signalsBefore).filter(({ from }) => from === 'a').length;
  assert.ok(repairs >= 3 && repairs <= 4, `${repairs} repairs`);
  await pass(22_000);
  assert.ok(call.network.connections.length > 2);
  call.mute.clear();
  await pass(5000);
  assert.deepEqual(call.reaches(), everyone('connected', 'a', 'b'));
  assert.equal(first.signalingState, 'closed');
});

test('a muted participant without a microphone counts as connected; a silent one does not', async () => {
  call.join('a');
  call.join('b');
  await pass(2000);
  const ofB = call.network.open.find(({ localDescription }) => localDescription?.type === 'offer');
  assert.ok(ofB);
  call.network.silence(ofB);
  await pass(2000);
  assert.deepEqual(call.reaches(), ['a<b lost', 'b<a connected']);
});

test('who starts again under the same session replaces the connection on the other side', async () => {
  call.join('a');
  call.join('b');
  await pass(2000);
  // The page was reloaded, and the others have not noticed that it was gone.
  call.meshes.get('b')?.close();
  call.join('b');
  await pass(2000);
  assert.deepEqual(call.reaches(), everyone('connected', 'a', 'b'));
  assert.equal(call.network.open.length, 2);
});

test('who left is disconnected', async () => {
  call.join('a');
  call.join('b');
  await pass(2000);
  call.leave('b');
  assert.deepEqual(call.reaches(), []);
  assert.equal(call.network.open.length, 0);
});

test('credentials are renewed after half of their time', async () => {
  call.join('a', { isRelayOnly: true });
  call.join('b');
  await pass(1000);
  assert.equal(call.credentials.length, 0);
  mock.timers.tick(3600 * 1000);
  await settle();
  assert.ok(call.credentials.includes('a') && call.credentials.includes('b'));
});

test('signals that are none are ignored', async () => {
  const a = call.join('a');
  for (const data of [
    7,
    null,
    {},
    { description: { type: 'rollback', sdp: '' } },
    { description: { type: 'offer' } },
    { candidates: 'x' },
    { candidates: Array.from({ length: 101 }, () => ({})) },
  ])
    a.receive('b', data);
  await pass(1000);
  assert.equal(call.network.connections.length, 0);
  assert.equal(call.requests.length, 0);
});
