// The tabs of a browser: if one that is in a call crashes, another one leaves in its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followTabs, holdSession, type TabPlatform } from '../../../web/calls/call-tabs.ts';
import { browserStorage } from '../browser-storage.ts';
import { settle } from './fake-call.ts';

interface Request {
  readonly tab: FakeTab;
  readonly name: string;
  readonly hold: () => unknown;
  readonly done: PromiseWithResolvers<unknown>;
  isHeld: boolean;
}

/** A browser with tabs that share locks and storage. */
class FakeBrowser {
  readonly storage = browserStorage();
  readonly listeners = new Set<{ readonly tab: FakeTab; readonly listener: (name: string) => void }>();
  requests: Request[] = [];

  grant(): void {
    for (const request of this.requests) {
      const first = this.requests.find(({ name }) => name === request.name);
      if (first !== request || request.isHeld) continue;
      request.isHeld = true;
      void Promise.resolve(request.hold()).then((value) => {
        this.requests = this.requests.filter((one) => one !== request);
        request.done.resolve(value);
        this.grant();
      });
    }
  }
}

class FakeTab implements TabPlatform {
  readonly #browser: FakeBrowser;

  constructor(browser: FakeBrowser) {
    this.#browser = browser;
  }

  get locks(): TabPlatform['locks'] {
    return {
      request: (name, { signal }, hold) => {
        const request = { tab: this, name, hold, done: Promise.withResolvers<unknown>(), isHeld: false };
        this.#browser.requests.push(request);
        signal.addEventListener('abort', () => {
          if (request.isHeld) return;
          this.#browser.requests = this.#browser.requests.filter((one) => one !== request);
          request.done.reject(signal.reason);
        });
        setImmediate(() => this.#browser.grant());
        return request.done.promise;
      },
    };
  }

  get storage(): TabPlatform['storage'] {
    const { storage, listeners } = this.#browser;
    return {
      ...storage,
      get length() {
        return storage.length;
      },
      setItem: (name, value) => {
        storage.setItem(name, value);
        for (const { tab, listener } of listeners) if (tab !== this) listener(name);
      },
    };
  }

  onStored(listener: (name: string | null) => void): () => void {
    const entry = { tab: this, listener };
    this.#browser.listeners.add(entry);
    return () => this.#browser.listeners.delete(entry);
  }

  /** The browser releases its locks, and runs nothing of it. */
  crash(): void {
    this.#browser.requests = this.#browser.requests.filter(({ tab }) => tab !== this);
    this.#browser.grant();
  }
}

/** Tabs of one browser, each of which follows the others, and what they told the server. */
function tabs(count: number) {
  const browser = new FakeBrowser();
  const left: string[] = [];
  const all = Array.from({ length: count }, () => new FakeTab(browser));
  const follow = (tab: FakeTab) =>
    followTabs(tab, async (callId, session) => left.push(`${callId} ${session}`) > 0);
  const stops = all.map(follow);
  return { browser, left, all, stops, follow };
}

test('if a tab in a call crashes, one other tab leaves', async () => {
  const { browser, left, all } = tabs(3);
  const [caller] = all;
  assert.ok(caller);
  holdSession(caller, 17, 'a');
  await settle();
  assert.deepEqual(left, []);
  caller.crash();
  await settle();
  assert.deepEqual(left, ['17 a']);
  assert.equal(browser.storage.length, 0);
});

test('a tab that leaves by itself, or is closed, needs no other', async () => {
  const { browser, left, all } = tabs(2);
  const [caller] = all;
  assert.ok(caller);
  const release = holdSession(caller, 17, 'a');
  await settle();
  release();
  release();
  await settle();
  caller.crash();
  await settle();
  assert.deepEqual([left, browser.storage.length], [[], 0]);
  // Left before the browser gave it the lock.
  holdSession(caller, 17, 'b')();
  await settle();
  assert.deepEqual([left, browser.storage.length], [[], 0]);
});

test('a tab that opens after the crash leaves, too, and once', async () => {
  const { left, all, stops, follow, browser } = tabs(1);
  const [caller] = all;
  assert.ok(caller);
  holdSession(caller, 17, 'a');
  await settle();
  stops[0]?.();
  caller.crash();
  await settle();
  assert.deepEqual(left, []);
  for (let opened = 0; opened < 2; opened += 1) follow(new FakeTab(browser));
  await settle();
  assert.deepEqual(left, ['17 a']);
});

test('what else is stored is no call', async () => {
  const { browser, left, follow } = tabs(0);
  browser.storage.setItem('parley-call-session x', 'none');
  browser.storage.setItem('parley-call-devices', '17');
  follow(new FakeTab(browser));
  await settle();
  assert.deepEqual(left, []);
});

test('a session of which the server could not be told stays for a tab that opens later', async () => {
  const { left, all, stops, follow, browser } = tabs(1);
  const [caller] = all;
  assert.ok(caller);
  stops[0]?.();
  holdSession(caller, 17, 'a');
  await settle();
  caller.crash();
  followTabs(new FakeTab(browser), async () => false);
  await settle();
  assert.equal(browser.storage.length, 1);
  follow(new FakeTab(browser));
  await settle();
  assert.deepEqual([left, browser.storage.length], [['17 a'], 0]);
});
