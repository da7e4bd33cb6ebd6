// Recording voice messages without a browser: what is stored as a draft, and what is sent.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { type RecorderOptions, RecordingError } from '../../web/composer/voice/recording.ts';
import { MAX_SECONDS, type VoiceNotice, VoiceSession } from '../../web/composer/voice/voice-session.ts';
import { type Destination, isSameDestination } from '../../web/lib/destination.ts';
import type { CompleteDraft, VoiceDraft } from '../../web/store/voice-drafts.ts';

const topic: Destination = { kind: 'channel', channelId: 1, topic: 'voice' };
const elsewhere: Destination = { kind: 'direct', personIds: [2] };
const MEBIBYTE = 1024 * 1024;
/** What a recorder delivers each second at 32 kilobits. */
const PIECE_BYTES = 4000;
/** What the duration adds to a file. */
const DURATION_BYTES = 11;

beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'setTimeout'] }));
afterEach(() => mock.timers.reset());

/** A microphone, a store of drafts and a clock that the test moves. */
class Desk {
  readonly drafts = new Map<string, VoiceDraft>();
  readonly notices: VoiceNotice[] = [];
  readonly sent: CompleteDraft[] = [];
  readonly held = new Set<string>();
  stores = 0;
  seconds = 0;
  problem: RecordingError | undefined;
  isAccepted = true;
  /** What measuring, storing a draft and sending wait for. */
  waits: Partial<Record<'measure' | 'store' | 'send', Promise<unknown>>> = {};
  /** What a file that was recorded is measured as; undefined: as long as the clock says. */
  measured: number | undefined;
  #file = new Blob([]);
  #options: RecorderOptions | undefined;
  #ids = 0;
  /** Ends asking for the microphone. */
  allow: () => void = () => undefined;
  asks = false;
  /** What the recorder delivers when it is stopped. */
  lastBytes = 0;

  session(destination = topic): VoiceSession {
    return new VoiceSession(
      {
        start: async (options) => {
          if (this.problem) throw this.problem;
          if (this.asks) await new Promise<void>((resolve) => (this.allow = resolve));
          options.signal.throwIfAborted();
          this.#options = options;
          this.#file = new Blob([]);
          const recorded = () => this.#file;
          return {
            get recorded() {
              return recorded();
            },
            level: 7,
            stop: () => {
              this.#file = new Blob([this.#file, 'x'.repeat(this.lastBytes)]);
              options.onEnd();
            },
          };
        },
        measure: async (file, seconds) => {
          await this.waits.measure;
          return {
            file: new Blob([file, '!'.repeat(DURATION_BYTES)]),
            measures: { seconds: this.measured ?? seconds, waveform: '0'.repeat(64) },
          };
        },
        drafts: {
          newId: () => `draft ${++this.#ids}`,
          first: async (destination) =>
            [...this.drafts.values()].find((draft) => isSameDestination(draft.destination, destination)),
          store: async (draft) => {
            this.stores++;
            if (this.waits.store) await this.waits.store;
            this.drafts.set(draft.id, draft);
          },
          remove: async (id) => void this.drafts.delete(id),
        },
        hold: (id) => {
          this.held.add(id);
          return () => void this.held.delete(id);
        },
        send: async (draft) => {
          await this.waits.send;
          if (this.isAccepted) this.sent.push(draft);
          return this.isAccepted;
        },
        maxBytes: MEBIBYTE,
        onChange: () => undefined,
        onNotice: (notice) => this.notices.push(notice),
        now: () => this.seconds * 1000,
      },
      destination,
    );
  }

  /** Time passes, and the recorder delivers bytes. */
  hear(seconds: number, bytes = 10): void {
    this.seconds += seconds;
    this.#file = new Blob([this.#file, 'x'.repeat(bytes)]);
    this.#options?.onData();
    mock.timers.tick(100);
  }

  /** The microphone is unplugged. */
  unplug(): void {
    this.#options?.onEnd();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function recorded(desk: Desk, session = desk.session()): Promise<VoiceSession> {
  await session.record();
  desk.hear(5);
  session.stop();
  await settled();
  assert.equal(session.state.kind, 'complete');
  return session;
}

test('a recording is stored with its measures, and sent once', async () => {
  const desk = new Desk();
  const session = await recorded(desk);
  const [draft] = desk.drafts.values();
  assert.deepEqual(
    [draft?.destination, draft?.file.size, draft?.measures?.seconds],
    [topic, 10 + DURATION_BYTES, 5],
  );
  assert.deepEqual([...desk.held], []);
  assert.equal(await session.send(), true);
  assert.equal(await session.send(), false);
  assert.deepEqual([desk.sent, desk.drafts.size, session.state.kind], [[draft], 0, 'empty']);
});

test('the time and the last levels are shown while recording', async () => {
  const desk = new Desk();
  const session = desk.session();
  await session.record();
  desk.hear(2.5);
  assert.deepEqual(session.state, { kind: 'recording', seconds: 2.5, levels: [7] });
  for (let index = 0; index < 70; index++) desk.hear(0.1);
  assert.equal(session.state.kind === 'recording' && session.state.levels.length, 64);
  await session.discard();
});

test('a message that is not accepted stays', async () => {
  const desk = new Desk();
  const session = await recorded(desk);
  desk.isAccepted = false;
  assert.equal(await session.send(), false);
  assert.deepEqual([session.state.kind, desk.drafts.size], ['complete', 1]);
});

test('a discarded recording leaves nothing, and another can begin at once', async () => {
  const desk = new Desk();
  const session = desk.session();
  await session.record();
  desk.hear(5);
  await session.discard();
  await recorded(desk, session);
  assert.deepEqual([...desk.drafts.keys()], ['draft 2']);
  await session.discard();
  await settled();
  assert.deepEqual([session.state.kind, desk.drafts.size, desk.notices], ['empty', 0, []]);
});

for (const step of ['measure', 'store'] as const)
  test(`a recording discarded while it waits to ${step} leaves nothing, and another can begin`, async () => {
    const desk = new Desk();
    const session = desk.session();
    await session.record();
    desk.hear(5);
    await settled();
    let goOn: () => void = () => undefined;
    desk.waits[step] = new Promise<void>((resolve) => (goOn = resolve));
    session.stop();
    await settled();
    assert.deepEqual(session.state, { kind: 'measuring' });
    await session.discard();
    desk.waits = {};
    // Only an empty session begins another one.
    await session.record();
    goOn();
    await settled();
    assert.deepEqual([session.state.kind, [...desk.held]], ['recording', ['draft 2']]);
    assert.deepEqual([desk.drafts.size, desk.notices], [0, []]);
    await session.discard();
  });

test('a draft of an earlier visit can be discarded while it is measured', async () => {
  const desk = new Desk();
  desk.drafts.set('part', { id: 'part', destination: topic, file: new Blob(['x']), seconds: 5 });
  const session = desk.session();
  let goOn: () => void = () => undefined;
  desk.waits.measure = new Promise<void>((resolve) => (goOn = resolve));
  const opened = session.open();
  await settled();
  await session.discard();
  goOn();
  await opened;
  assert.deepEqual([session.state.kind, desk.drafts.size], ['empty', 0]);
});

test('what is being sent cannot be discarded, and what is being discarded cannot be sent', async () => {
  const desk = new Desk();
  const session = await recorded(desk);
  let goOn: () => void = () => undefined;
  desk.waits.send = new Promise<void>((resolve) => (goOn = resolve));
  desk.isAccepted = false;
  const sent = session.send();
  await session.discard();
  assert.deepEqual([session.state.kind, desk.drafts.size], ['sending', 1]);
  goOn();
  assert.equal(await sent, false);
  assert.equal(session.state.kind, 'complete');
  desk.isAccepted = true;
  const discarded = session.discard();
  assert.equal(await session.send(), false);
  await discarded;
  assert.deepEqual([desk.sent, desk.drafts.size, session.state.kind], [[], 0, 'empty']);
});

test('a recording stays if sending fails', async () => {
  const desk = new Desk();
  const session = await recorded(desk);
  desk.waits.send = Promise.reject(new Error('the disk is full'));
  await assert.rejects(session.send(), /disk is full/);
  assert.deepEqual([session.state.kind, desk.drafts.size], ['complete', 1]);
});

test('less than a second is dropped, with a notice', async () => {
  const desk = new Desk();
  for (const [seconds, expected] of [
    [0.99, 'empty'],
    [1, 'complete'],
  ] as const) {
    desk.measured = seconds;
    const session = desk.session();
    await session.record();
    desk.hear(5);
    session.stop();
    await settled();
    assert.equal(session.state.kind, expected);
  }
  assert.deepEqual([desk.notices, [...desk.drafts.keys()]], [['tooShort'], ['draft 2']]);
});

test('a recording ends after a quarter of an hour', async () => {
  const desk = new Desk();
  const session = desk.session();
  await session.record();
  desk.hear(MAX_SECONDS - 0.1);
  assert.deepEqual([session.state.kind, desk.notices], ['recording', []]);
  desk.hear(0.1);
  await settled();
  assert.deepEqual([session.state.kind, desk.notices], ['complete', ['longest']]);
});

test('a recording ends before it is larger than files may be', async () => {
  const desk = new Desk();
  desk.lastBytes = PIECE_BYTES;
  const session = desk.session();
  await session.record();
  while (session.state.kind === 'recording' && desk.seconds < MAX_SECONDS - 1) desk.hear(1, PIECE_BYTES);
  await settled();
  assert.deepEqual([session.state.kind, desk.notices], ['complete', ['longest']]);
  const [draft] = desk.drafts.values();
  const size = draft?.file.size ?? 0;
  assert.ok(size <= MEBIBYTE && size > MEBIBYTE - 5 * PIECE_BYTES, `${size} bytes`);
});

test('an unplugged microphone ends a recording, which stays', async () => {
  const desk = new Desk();
  const session = desk.session();
  await session.record();
  desk.hear(3);
  desk.unplug();
  await settled();
  assert.deepEqual([session.state.kind, desk.drafts.size], ['complete', 1]);
});

test('a running recording is stored as it grows, not each time, and the next page completes it', async () => {
  const desk = new Desk();
  const session = desk.session();
  await session.record();
  for (let index = 0; index < 50; index++) desk.hear(1, 2);
  assert.ok(desk.stores >= 10 && desk.stores < 25, `${desk.stores} times`);
  // The page ends: nothing of it runs any more.
  const [part] = desk.drafts.values();
  assert.equal(part?.measures, undefined);
  assert.ok(part && part.file.size >= 80, `${part?.file.size} bytes`);
  const next = desk.session();
  await next.open();
  assert.equal(next.state.kind, 'complete');
  assert.equal([...desk.drafts.values()][0]?.measures?.seconds, part?.seconds);
});

test('leaving the conversation keeps what was recorded for it', async () => {
  const desk = new Desk();
  const session = desk.session();
  await session.record();
  desk.hear(5);
  session.close();
  await settled();
  assert.deepEqual([...desk.held], []);
  const other = desk.session(elsewhere);
  await other.open();
  assert.equal(other.state.kind, 'empty');
  const same = desk.session();
  await same.open();
  assert.equal(same.state.kind, 'complete');
});

test('leaving while the browser asks for the microphone records nothing', async () => {
  const desk = new Desk();
  desk.asks = true;
  const session = desk.session();
  const asked = session.record();
  assert.equal(session.state.kind, 'asking');
  session.close();
  desk.allow();
  await asked;
  assert.deepEqual([desk.held.size, desk.drafts.size, desk.notices], [0, 0, []]);
});

test('a recording moves with its message to another conversation, before and after it is complete', async () => {
  const desk = new Desk();
  const session = desk.session();
  await session.record();
  desk.hear(5);
  session.redirect(elsewhere);
  session.stop();
  await settled();
  assert.deepEqual([...desk.drafts.values()][0]?.destination, elsewhere);
  const count = desk.stores;
  for (const name of ['s', 'sp', 'spo']) session.redirect({ ...topic, topic: name });
  mock.timers.tick(1000);
  assert.equal(desk.stores, count + 1);
  session.redirect(topic);
  // Not later than the conversation is left.
  session.close();
  assert.deepEqual([...desk.drafts.values()][0]?.destination, topic);
  mock.timers.tick(1000);
  assert.equal(desk.stores, count + 2);
});

test('a second draft of the conversation is shown after the first', async () => {
  const desk = new Desk();
  await recorded(desk);
  await recorded(desk);
  const session = desk.session();
  await session.open();
  await session.send();
  assert.deepEqual([desk.sent.map(({ id }) => id), session.state.kind], [['draft 1'], 'complete']);
  await session.discard();
  assert.deepEqual([session.state.kind, desk.drafts.size], ['empty', 0]);
});

test('what keeps a recording from beginning is reported', async () => {
  const desk = new Desk();
  const session = desk.session();
  for (const problem of ['refused', 'missing'] as const) {
    desk.problem = new RecordingError(problem);
    await session.record();
  }
  assert.deepEqual([session.state.kind, desk.notices], ['empty', ['refused', 'missing']]);
});
