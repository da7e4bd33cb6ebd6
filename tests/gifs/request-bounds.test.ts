// Bounds of requests for GIFs: the length of a search, its pages, and how often an account may search.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import type { ApiClient } from '../support/client.ts';
import { KEY, startGifProvider } from './gif-provider.ts';

const provider = await startGifProvider();

/** The owner of a new organization with a provider. */
async function newOwner(): Promise<ApiClient> {
  const server = await startRealServer({ gifAddresses: provider.addresses });
  const { api_key: key, user_id: id } = await server.anonymous.ok('POST', '/fetch_api_key', login);
  const owner = server.client(login.username, key, id);
  await owner.ok('PUT', '/realm/gif_provider', { provider: 'giphy', api_key: KEY });
  return owner;
}

test('bound gifSearchCodePoints: the length of a search and its page number are bounded', async () => {
  const owner = await newOwner();
  const query = '🐈'.repeat(limits.gifSearchCodePoints);
  await owner.ok('GET', '/gifs', { query, page: limits.gifPages });
  await owner.refused(
    'GET',
    '/gifs',
    { query: `${query}🐈` },
    'BAD_REQUEST',
    /query is too long \(limit: 50/,
  );
  for (const page of [0, limits.gifPages + 1])
    await owner.refused('GET', '/gifs', { page }, 'BAD_REQUEST', /page/);
});

test('bound gifSearchesPerMinute: the searches of an account are limited, and other requests are not', async () => {
  const owner = await newOwner();
  const search = () => owner.request('GET', '/gifs', { query: 'cat' });
  for (let count = 0; count < limits.gifSearchesPerMinute; count++)
    assert.equal((await search()).status, 200, String(count));
  let next = await search();
  // The rate limit refills while the test runs, but more slowly than the test searches.
  for (let more = 0; more < limits.gifSearchesPerMinute && next.status === 200; more++) next = await search();
  assert.equal(next.body.code, 'RATE_LIMIT_HIT');
  await owner.ok('GET', '/users/me');
});
