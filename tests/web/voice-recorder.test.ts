// Recording with a recorder and a microphone that the test plays.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Recorder, RecorderOptions } from '../../web/composer/voice/recording.ts';
import { browserStorage } from './browser-storage.ts';

// Its types are those of browsers.
const { href } = new URL('../../web/composer/voice/recorder.ts', import.meta.url);
const { startRecorder }: { startRecorder: (options: RecorderOptions) => Promise<Recorder> } = await import(
  href
);

/** What fails when recording begins. */
let failing: 'MediaRecorder' | 'start' | 'AudioContext' | 'source' | undefined;
let openTracks = 0;
let openContexts = 0;
let ends = 0;
/** What the browser was asked for, and how it refuses. */
let asked: unknown[] = [];
let refusal: Error | undefined;

function failIf(step: typeof failing): void {
  if (failing === step) throw new Error(`${step} failed`);
}

class FakeRecorder {
  state = 'inactive';
  ondataavailable?: (event: { data: Blob }) => void;
  onstop?: () => void;
  static isTypeSupported = (kind: string) => kind.startsWith('audio/webm');
  constructor() {
    failIf('MediaRecorder');
  }
  start(): void {
    failIf('start');
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.ondataavailable?.({ data: new Blob(['last']) });
    this.onstop?.();
  }
}

class FakeContext {
  constructor() {
    failIf('AudioContext');
    openContexts++;
  }
  createAnalyser() {
    return { fftSize: 4, getFloatTimeDomainData: (samples: Float32Array) => samples.fill(0.2) };
  }
  createMediaStreamSource() {
    failIf('source');
    return { connect: () => undefined };
  }
  async close(): Promise<void> {
    openContexts--;
  }
}

function openStream(options: unknown) {
  if (refusal) throw refusal;
  asked.push(options);
  let isOpen = true;
  openTracks++;
  const stop = () => {
    if (isOpen) openTracks--;
    isOpen = false;
  };
  return { getTracks: () => [{ kind: 'audio', stop }] };
}

class FakeStream {
  readonly #tracks: readonly unknown[];
  constructor(tracks: readonly unknown[]) {
    this.#tracks = tracks;
  }
  getTracks = () => this.#tracks;
}

const fakes = {
  isSecureContext: true,
  MediaStream: FakeStream,
  localStorage: browserStorage(),
  MediaRecorder: FakeRecorder,
  AudioContext: FakeContext,
  navigator: { mediaDevices: { getUserMedia: async (options: unknown) => openStream(options) } },
};
const before = Object.keys(fakes).map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
);

beforeEach(() => {
  [failing, openTracks, openContexts, ends] = [undefined, 0, 0, 0];
  [asked, refusal] = [[], undefined];
  for (const [name, value] of Object.entries(fakes))
    Object.defineProperty(globalThis, name, { value, configurable: true });
});
afterEach(() => {
  for (const [name, descriptor] of before)
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
});

const start = () =>
  startRecorder({ signal: new AbortController().signal, onData: () => undefined, onEnd: () => ends++ });

test('the microphone is open until the recording is stopped', async () => {
  const recorder = await start();
  assert.deepEqual([openTracks, openContexts, recorder.level], [1, 1, 15]);
  recorder.stop();
  recorder.stop();
  assert.deepEqual([openTracks, openContexts, ends], [0, 0, 1]);
  assert.deepEqual([recorder.recorded.size, recorder.recorded.type], [4, 'audio/webm']);
});

for (const step of ['MediaRecorder', 'start', 'AudioContext', 'source'] as const)
  test(`the microphone is closed if recording cannot begin: ${step}`, async () => {
    failing = step;
    await assert.rejects(start(), { message: `${step} failed` });
    assert.deepEqual([openTracks, openContexts, ends], [0, 0, 0]);
  });

test('the microphone that was chosen for calls is recorded', async () => {
  fakes.localStorage.setItem('parley-call-devices', JSON.stringify({ microphone: 'headset' }));
  (await start()).stop();
  const [{ audio }] = asked as [{ audio: Record<string, unknown> }];
  assert.deepEqual([audio.deviceId, audio.channelCount], [{ ideal: 'headset' }, 1]);
});

test('why the microphone cannot be used is told apart', async () => {
  for (const [name, problem] of [
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
  ] as const) {
    refusal = new DOMException('', name);
    await assert.rejects(start(), { problem });
  }
});
