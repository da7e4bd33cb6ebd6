// This device in a call, without a browser: leaving while it joins, and that what others see as off sends no sound.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ParleyError } from '../../../client/parley-error.ts';
import { pauseOthers } from '../../../web/components/one-sound.ts';
import { FakeCall, pageOfEachTest, settle } from './fake-call.ts';

const page = pageOfEachTest();

/** Checks that the device is out of the call, and that a reload does not return to it. */
async function assertOut(call: FakeCall): Promise<void> {
  await settle();
  assert.deepEqual([call.session.phase, call.ends], ['ended', ['left']]);
  assert.ok(call.left.includes('own'), 'the server knows');
  assert.ok(
    call.engines.every(({ isClosed, isStarted }) => isClosed && !isStarted),
    'nothing is sent',
  );
  assert.equal(page().devices.isOpen, false);
  assert.equal(page().listeners, 0);
  const before = call.left.length;
  page().window.dispatchEvent(new Event('pagehide'));
  assert.equal(page().storage.getItem('parley-call'), null);
  assert.equal(call.left.length, before);
}

test('who leaves before the server answers is not in the call', async () => {
  const call = new FakeCall();
  const answer = Promise.withResolvers<void>();
  call.joining = answer.promise;
  const joined = call.session.join();
  await settle();
  call.session.leave();
  answer.resolve();
  await joined;
  assert.equal(call.engines.length, 0);
  await assertOut(call);
});

test('who leaves while the engine is made is not in the call', async () => {
  const call = new FakeCall();
  const code = Promise.withResolvers<void>();
  call.making = code.promise;
  const joined = call.session.join();
  await settle();
  call.session.leave();
  code.resolve();
  await joined;
  assert.equal(call.engines.length, 1);
  await assertOut(call);
});

test('who leaves while the tracks are handed over is not in the call', async () => {
  const call = new FakeCall();
  const code = Promise.withResolvers<void>();
  call.making = code.promise;
  const joined = call.session.join();
  await settle();
  const handing = Promise.withResolvers<void>();
  call.prepareEngine = (engine) => {
    engine.setTrack = () => handing.promise;
  };
  code.resolve();
  await settle();
  call.session.leave();
  handing.resolve();
  await joined;
  await assertOut(call);
});

test('who leaves while the server is told of the microphone is not in the call', async () => {
  const call = new FakeCall();
  const answer = Promise.withResolvers<void>();
  call.joining = answer.promise;
  const joined = call.session.join();
  await call.session.setMuted(true);
  const update = Promise.withResolvers<void>();
  call.updating = update.promise;
  answer.resolve();
  await settle();
  assert.equal(call.session.phase, 'in');
  call.session.leave();
  update.resolve();
  await joined;
  for (const engine of call.engines) engine.isStarted = false;
  await assertOut(call);
});

test('if the engine cannot be made, the server learns that this device is not there', async () => {
  const call = new FakeCall();
  call.making = Promise.reject(new TypeError('the code cannot be loaded'));
  await call.session.join();
  assert.equal(call.session.phase, 'ended');
  assert.deepEqual(call.left, ['own']);
});

test('a page that is closed leaves, and remembers the call for a reload', async () => {
  const call = new FakeCall();
  await call.session.join();
  assert.deepEqual([call.session.phase, page().devices.isOpen], ['in', true]);
  page().window.dispatchEvent(new Event('pagehide'));
  assert.match(page().storage.getItem('parley-call') ?? '', /"callId":17,"session":"own","isMuted":false/);
  assert.deepEqual(call.left, ['own']);
  call.session.leave();
});

/** Checks that sound is sent exactly if others see the microphone as on. */
async function assertMicrophone(call: FakeCall, isOn: boolean): Promise<void> {
  await settle();
  assert.deepEqual(
    { own: !call.session.own.muted, others: !call.state.muted, sends: page().devices.isOpen },
    { own: isOn, others: isOn, sends: isOn },
  );
}

test('a microphone that is plugged in again stays off', async () => {
  const call = new FakeCall();
  await call.session.join();
  await assertMicrophone(call, true);
  page().devices.plugOut();
  await assertMicrophone(call, false);
  page().devices.plugIn();
  await assertMicrophone(call, false);
  assert.equal(page().devices.opened.length, 2);
  await call.session.setMuted(false);
  await assertMicrophone(call, true);
  call.session.leave();
});

test('who joins without a microphone and plugs one in is not heard', async () => {
  page().devices.hasMicrophone = false;
  const call = new FakeCall();
  await call.session.join();
  await assertMicrophone(call, false);
  page().devices.plugIn();
  await assertMicrophone(call, false);
  assert.equal(page().devices.opened.length, 1);
  call.session.leave();
});

test('a microphone that could not be switched on for others is off', async () => {
  const call = new FakeCall({ isMuted: true });
  await call.session.join();
  call.updating = Promise.reject(new ParleyError(0, 'NO_ANSWER', 'away'));
  await assert.rejects(call.session.setMuted(false), /away/);
  await assertMicrophone(call, false);
  call.session.leave();
});

test('a microphone that is switched off while the server is away sends nothing', async () => {
  const call = new FakeCall();
  await call.session.join();
  call.updating = Promise.reject(new ParleyError(0, 'NO_ANSWER', 'away'));
  await assert.rejects(call.session.setMuted(true), /away/);
  assert.equal(page().devices.isOpen, false);
  call.updating = undefined;
  await call.session.setHand(true);
  await assertMicrophone(call, false);
  call.session.leave();
});

test('a key to talk that is released while the microphone opens leaves it off', async () => {
  page().devices.hasMicrophone = false;
  const call = new FakeCall({ isMuted: true });
  await call.session.join();
  page().devices.hasMicrophone = true;
  const permission = Promise.withResolvers<void>();
  page().devices.permission = permission.promise;
  const pressed = call.session.setMuted(false);
  await call.session.setMuted(true);
  permission.resolve();
  await pressed;
  assert.equal(page().devices.opened.length, 1);
  await assertMicrophone(call, false);
  call.session.leave();
});

test('a microphone that goes after the call is not reported', async () => {
  const call = new FakeCall();
  await call.session.join();
  call.session.leave();
  await call.session.setMuted(true);
  assert.deepEqual(call.reported, []);
});

test('who leaves while the server is away is out of the call once it is back', async (t) => {
  const call = new FakeCall();
  await call.session.join();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  call.leaving = () => Promise.reject(new ParleyError(0, 'NO_ANSWER', 'away'));
  call.session.leave();
  await settle();
  assert.equal(call.left.length, 1);
  call.leaving = async () => undefined;
  t.mock.timers.tick(1000);
  await settle();
  assert.equal(call.left.length, 2);
});

test('who joins no longer hears the voice message that played', async (t) => {
  class Player {
    isPlaying = true;
    pause(): void {
      this.isPlaying = false;
    }
  }
  const document = new EventTarget();
  for (const [name, value] of Object.entries({ document, HTMLMediaElement: Player })) {
    Object.defineProperty(globalThis, name, { configurable: true, value });
    t.after(() => Reflect.deleteProperty(globalThis, name));
  }
  pauseOthers();
  const target = new Player();
  document.dispatchEvent(Object.defineProperty(new Event('play'), 'target', { value: target }));
  const call = new FakeCall();
  await call.session.join();
  assert.equal(target.isPlaying, false);
  call.session.leave();
});

/** A request that fails, perhaps only later. */
function failing(error: Error): Promise<never> {
  const request = Promise.reject(error);
  request.catch(() => undefined);
  return request;
}

/** Lets seconds pass. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    mock.timers.tick(1000);
    await settle();
  }
}

test('if both servers are away, the call returns once they are back', async (t) => {
  const call = new FakeCall();
  await call.session.join();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.after(() => mock.timers.reset());
  call.joining = failing(new ParleyError(0, 'NO_ANSWER', 'away'));
  call.engines[0]?.fail();
  await pass(10);
  assert.equal(call.session.phase, 'in');
  assert.equal(call.joins.length, 4);
  call.joining = undefined;
  await pass(3);
  assert.deepEqual(
    call.engines.map(({ isClosed, isStarted }) => ({ isClosed, isStarted })),
    [
      { isClosed: true, isStarted: true },
      { isClosed: false, isStarted: true },
    ],
  );
  await pass(90);
  assert.deepEqual([call.session.phase, call.joins.length], ['in', 5]);
  call.session.leave();
});

test('an engine that cannot be made is made again, for a minute', async (t) => {
  const call = new FakeCall();
  await call.session.join();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.after(() => mock.timers.reset());
  call.making = failing(new TypeError('the code cannot be loaded'));
  call.engines[0]?.fail();
  await pass(4);
  assert.deepEqual([call.session.phase, call.joins.length], ['in', 2]);
  await pass(60);
  assert.deepEqual([call.session.phase, call.ends, call.left], ['ended', ['unreachable'], ['own']]);
  const before = call.joins.length;
  await pass(10);
  assert.equal(call.joins.length, before);
});

test('other tabs leave for this one only while it is in the call', async () => {
  const call = new FakeCall();
  await call.session.join();
  assert.deepEqual(call.held, ['own']);
  call.session.leave();
  assert.deepEqual(call.held, []);
  const closed = new FakeCall();
  await closed.session.join();
  page().window.dispatchEvent(new Event('pagehide'));
  assert.deepEqual(closed.held, []);
  closed.session.leave();
});

test('who keeps a call from ending sends the session', async () => {
  const call = new FakeCall();
  await call.session.join();
  await call.session.stay();
  assert.deepEqual(call.stayed, ['own']);
  call.session.leave();
});
