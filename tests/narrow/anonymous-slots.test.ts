// Long searches of anonymous viewers: those of one network wait for each other and block no one else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import { term } from './message-history.ts';

/** More messages than one lookup reads. */
const MESSAGES = 70;

const server = await startTestServer({ trustedProxies: ['127.0.0.0/8', '::1'] });
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
await olive.ok('PATCH', '/realm', { enable_spectator_access: true });
const matchingId = await mel.sendToChannel('town square', 'turns', 'see https://example.com');
for (let count = 0; count < MESSAGES; count++)
  await mel.sendToChannel('town square', 'turns', `nothing ${count}`);

/** A search by an anonymous viewer that does not find enough at its first lookup. */
async function search(address: string): Promise<number[]> {
  const narrow = JSON.stringify([term('channels', 'web-public'), term('has', 'link')]);
  const query = new URLSearchParams({ anchor: 'newest', num_before: '5', num_after: '0', narrow });
  const answer = await fetch(`${server.url}/api/v1/messages?${query}`, {
    headers: { 'x-forwarded-for': address },
  });
  assert.equal(answer.status, 200);
  const { messages } = (await answer.json()) as { messages: { id: number }[] };
  return messages.map(({ id }) => id);
}

test('an anonymous viewer’s long search does not block other networks', async () => {
  const turns = server.server.services.searchSlots;
  const take = turns.acquire.bind(turns);
  const pending: (() => void)[] = [];
  let requests = 0;
  // Holds every slot until the test releases it.
  turns.acquire = async (person) => {
    requests++;
    const end = await take(person);
    return () => void pending.push(end);
  };
  await withLimit('messagesBeforeWalk', 0, async () => {
    assert.ok((await search('203.0.113.1')).includes(matchingId));
    let isAnswered = false;
    const secondSearch = search('203.0.113.1').then(() => {
      isAnswered = true;
    });
    await waitUntil(async () => requests === 2);
    let ofOthers: number[] = [];
    const other = search('198.51.100.1').then((found) => {
      ofOthers = found;
    });
    await waitUntil(async () => ofOthers.includes(matchingId));
    await other;
    assert.ok(!isAnswered);
    assert.equal(pending.length, 2);
    pending[0]?.();
    await secondSearch;
  });
  for (const end of pending.slice(1)) end();
});
