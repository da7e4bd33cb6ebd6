// Saved snippets: created, changed, deleted, and sent only to the account's own clients.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const gus = await server.as('gus');

test('a snippet is created, changed and deleted', async () => {
  let id = 0;
  const [eventsOfAddition, gusEvents] = await expectFold([mel, gus], async () => {
    const body = await mel.call('create-saved-snippet', { title: ' Greeting ', content: '**Hello**\n' });
    id = body.saved_snippet_id;
  });
  const snippet = { id, title: 'Greeting', content: '**Hello**' };
  const { date_created, ...rest } = eventsOfAddition?.[0].saved_snippet ?? {};
  assert.deepEqual(rest, snippet);
  assert.ok(Math.abs(date_created - Date.now() / 1000) < 60);
  assert.deepEqual(gusEvents, []);
  const { saved_snippets } = await mel.call('get-saved-snippets');
  assert.deepEqual(saved_snippets, [{ ...snippet, date_created }]);
  assert.deepEqual((await gus.call('get-saved-snippets')).saved_snippets, []);

  const [eventsOfChange] = await expectFold([mel, gus], () =>
    mel.call('edit-saved-snippet', { saved_snippet_id: id, title: 'Hi' }),
  );
  assert.deepEqual(
    eventsOfChange?.map(({ type, op, saved_snippet }) => [type, op, saved_snippet]),
    [['saved_snippets', 'update', { ...snippet, title: 'Hi', date_created }]],
  );
  await expectFold([mel], () => mel.call('edit-saved-snippet', { saved_snippet_id: id, content: 'Bye' }));
  const [eventsOfRemoval] = await expectFold([mel, gus], () =>
    mel.call('delete-saved-snippet', { saved_snippet_id: id }),
  );
  assert.deepEqual(
    eventsOfRemoval?.map(({ op, saved_snippet_id }) => [op, saved_snippet_id]),
    [['remove', id]],
  );
});

test('invalid snippets are refused', async () => {
  const post = (body: Record<string, string>, message: string) =>
    mel.refused('POST', '/saved_snippets', body, 'BAD_REQUEST', message);
  await post({ title: ' ', content: 'x' }, 'Title cannot be empty.');
  await post({ title: 'x', content: '' }, 'Content cannot be empty.');
  await post({ title: 'x'.repeat(61), content: 'x' }, 'title is too long (limit: 60 characters)');
  await post({ title: 'x', content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)');
  await mel.refused('POST', '/saved_snippets', { title: 'x' }, 'REQUEST_VARIABLE_MISSING');
  const { saved_snippet_id: id } = await gus.call('create-saved-snippet', { title: 'mine', content: 'own' });
  await gus.refused('PATCH', `/saved_snippets/${id}`, {}, 'BAD_REQUEST', 'No new data is supplied');
  await gus.refused('PATCH', `/saved_snippets/${id}`, { title: '' }, 'BAD_REQUEST', 'Title cannot be empty.');
  for (const method of ['PATCH', 'DELETE'] as const) {
    const { status, body } = await mel.request(method, `/saved_snippets/${id}`, { title: 'theirs' });
    assert.deepEqual([status, body.code, body.msg], [404, 'BAD_REQUEST', 'Saved snippet does not exist.']);
  }
  const { saved_snippets } = await gus.call('get-saved-snippets');
  assert.deepEqual(
    saved_snippets.map(({ title }) => title),
    ['mine'],
  );
});
