// Calls that ring in notifications: what the service worker shows, and what it does when a person chooses something there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeAnswer, takeAnswer } from '../../web/lib/answered-call.ts';
import { pushedNotification, storedTexts } from '../../web/lib/push-notification.ts';
import { ringDataOf, ringNotification } from '../../web/lib/ring-notification.ts';
import type { ContentStore } from '../../web/lib/shared-content.ts';
import { afterRing, chooseInRing } from '../../web/service-worker/rings.ts';

const NOW = 1_800_000_000;
const ring = { isCalling: '{name} is calling', answer: 'Answer', decline: 'Decline' };
const texts = { generalChat: '', trial: '', newDirect: undefined, ring };
const pushed = {
  ...{ type: 'message', message_id: 90, user_id: 5, sender_full_name: 'Mia $& Member' },
  ...{ content: 'Voice call · Join', recipient_type: 'direct', recipient_user_ids: [4, 5] },
};

test('a message of a call that rings says who is calling, with buttons', () => {
  const until = NOW + 30;
  const notice = pushedNotification({ ...pushed, call_id: 17, call_until: until }, texts, '', NOW);
  assert.deepEqual(notice?.ring, {
    callId: 17,
    callerName: 'Mia $& Member',
    messageId: 90,
    until,
    texts: ring,
  });
  const data = { callId: 17, address: '#narrow/dm/4-dm' };
  assert.equal(notice?.address, data.address);
  const { title, options } = ringNotification(data, 'Mia $& Member', ring);
  assert.equal(title, 'Mia $& Member is calling');
  assert.equal(options.tag, 'call 17');
  assert.deepEqual(
    options.actions.map((one) => `${one.action}: ${one.title}`),
    ['answer: Answer', 'decline: Decline'],
  );
  assert.deepEqual(ringDataOf(JSON.parse(JSON.stringify(options.data))), data);
});

test('a message that is delivered when ringing is over, or of no call, is one like others', () => {
  for (const fields of [
    {},
    { call_id: 17, call_until: NOW },
    { call_id: '17', call_until: NOW + 30 },
    { call_id: 17 },
  ]) {
    const notice = pushedNotification({ ...pushed, ...fields }, texts, '', NOW);
    assert.deepEqual([notice?.ring, notice?.body], [undefined, 'Voice call · Join']);
  }
  for (const data of ['#inbox', undefined, null, { callId: 17 }]) assert.equal(ringDataOf(data), undefined);
});

test('without texts for ringing the message is shown', () => {
  const { ring: _, ...earlier } = texts;
  const notice = pushedNotification({ ...pushed, call_id: 17, call_until: NOW + 30 }, earlier, '', NOW);
  assert.deepEqual([notice?.ring, notice?.body], [undefined, 'Voice call · Join']);
});

test('the texts that a page stored for ringing are used; an earlier version stored none', () => {
  assert.deepEqual(storedTexts(JSON.parse(JSON.stringify(texts))), texts);
  assert.equal(storedTexts({ generalChat: '', trial: '' }).ring, undefined);
  const broken = { isCalling: 5, answer: null };
  assert.deepEqual(storedTexts({ ring: broken }).ring, { isCalling: '', answer: '', decline: '' });
});

/** A service worker whose server answers in this way. */
function worker(answer: () => Promise<Response>) {
  const done: string[] = [];
  return {
    done,
    tools: {
      fetch: (path: string, options?: { readonly method: string }) => {
        done.push(`${options?.method ?? 'GET'} ${path}`);
        return answer();
      },
      storeAnswer: async (callId: number) => void done.push(`answered ${callId}`),
      open: async (address: string) => void done.push(`open ${address}`),
    },
  };
}

const data = { callId: 17, address: '#narrow/dm/4-dm' };
const DECLINED = 'POST /json/calls/17/decline';

test('declining asks the server, and opens no page', async () => {
  for (const status of [200, 400]) {
    const { done, tools } = worker(async () => Response.json({}, { status }));
    await chooseInRing(tools, data, 'decline');
    assert.deepEqual(done, [DECLINED]);
  }
});

test('if the server cannot be asked to decline, a page shows that it still rings', async () => {
  for (const answer of [
    () => Promise.reject(new TypeError('offline')),
    ...[401, 403, 429, 503].map((status) => async () => new Response('', { status })),
  ]) {
    const { done, tools } = worker(answer);
    await chooseInRing(tools, data, 'decline');
    assert.deepEqual(done, [DECLINED, 'open #narrow/dm/4-dm']);
  }
});

test('answering lets the page that opens join; a click on the notification shows the conversation', async () => {
  const { done, tools } = worker(() => Promise.reject(new Error('not needed')));
  await chooseInRing(tools, data, 'answer');
  assert.deepEqual(done.splice(0), ['answered 17', 'open #calls/17']);
  await chooseInRing(tools, data, '');
  assert.deepEqual(done, ['open #narrow/dm/4-dm']);
});

test('when ringing is over, the message is read, missed, or as it was', async () => {
  const after = (content: string, flags: readonly string[]) =>
    afterRing(worker(async () => Response.json({ message: { content, flags } })).tools, 90);
  assert.equal((await after('**Voice call** · [Join](x)', ['read'])).isRead, true);
  assert.deepEqual(await after('**Missed call** · [Join](x)', []), { isRead: false, text: 'Missed call' });
  assert.deepEqual(await after('edited', []), { isRead: false, text: undefined });
  const { tools } = worker(async () => new Response('not JSON', { status: 502 }));
  assert.deepEqual(await afterRing(tools, 90), { isRead: false, text: undefined });
});

/** A browser cache in memory. */
function memoryStore(): ContentStore {
  const all = new Map<string, Response>();
  return {
    put: async (key, content) => void all.set(key, content),
    match: async (key) => all.get(key)?.clone(),
    delete: async (key) => all.delete(key),
  };
}

test('an answer lets a page join this call, once, and only for a minute', async () => {
  const store = memoryStore();
  assert.equal(await takeAnswer(store, 17, 0), false);
  await storeAnswer(store, 17, 1000);
  assert.equal(await takeAnswer(store, 18, 2000), false);
  assert.equal(await takeAnswer(store, 17, 2000), true);
  assert.equal(await takeAnswer(store, 17, 2000), false);
  await storeAnswer(store, 17, 1000);
  assert.equal(await takeAnswer(store, 17, 61_000), true);
  await storeAnswer(store, 17, 1000);
  assert.equal(await takeAnswer(store, 17, 61_001), false);
  await store.put('/answered-call', new Response('not JSON'));
  assert.equal(await takeAnswer(store, 17, 2000), false);
});
