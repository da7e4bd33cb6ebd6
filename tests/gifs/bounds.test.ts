// Bounds of searches for GIFs: what is asked of a provider at a time, what is read of its answers, and what is cached.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { ProviderSearch } from '../../src/integrations/gifs/provider-search.ts';
import type { GifQuery } from '../../src/model/gifs/gif-provider.ts';
import { silentLog } from '../../src/server/logger.ts';
import type { Answered } from '../calls/stand-in.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import { giphyItem, KEY, startGifProvider } from './gif-provider.ts';

const provider = await startGifProvider();
const { standIn } = provider;
const normal = standIn.answer;
const access = (organizationId = 1) => ({ organizationId, provider: 'giphy', key: KEY }) as const;
const search = (words: string, more: Partial<GifQuery> = {}): GifQuery => ({
  rating: 1,
  page: 1,
  words,
  ...more,
});
const newSearch = () => new ProviderSearch(silentLog, provider.addresses);
const isBusy = (error: unknown) => error instanceof ApiError && error.status === 429;

/** Answers that wait until they are released. */
function heldAnswers() {
  const releases: (() => void)[] = [];
  standIn.answer = (request) =>
    new Promise<Answered>((resolve) => releases.push(() => resolve(normal(request))));
  return {
    held: releases,
    async releaseAll(asked: readonly Promise<unknown>[]) {
      let searchesLeft = asked.length;
      for (const one of asked) void one.finally(() => searchesLeft--).catch(() => undefined);
      await waitUntil(async () => {
        for (const release of releases.splice(0)) release();
        return searchesLeft === 0;
      });
      standIn.answer = normal;
    },
  };
}

test('bound gifRequestsPerOrganizationAtOnce gifRequestsPerOrganization: an organization asks a few at a time, more wait, and too many are refused', async () => {
  const gifs = newSearch();
  const { held, releaseAll } = heldAnswers();
  const searches = Array.from({ length: limits.gifRequestsPerOrganization }, (_, index) =>
    gifs.find(access(), search(`many ${index}`)),
  );
  await waitUntil(async () => held.length === limits.gifRequestsPerOrganizationAtOnce);
  await assert.rejects(gifs.find(access(), search('one more')), isBusy);
  assert.equal(held.length, limits.gifRequestsPerOrganizationAtOnce);
  // Another organization is not affected.
  const other = gifs.find(access(2), search('other'));
  await waitUntil(async () => held.length === limits.gifRequestsPerOrganizationAtOnce + 1);
  await releaseAll([...searches, other]);
  for (const page of await Promise.all(searches)) assert.equal(page.gifs.length, limits.gifsPerPage);
  await gifs.find(access(), search('one more'));
});

test('bound gifRequestsAtOnce: all organizations together ask a bounded number at a time', async () => {
  const gifs = newSearch();
  const { held, releaseAll } = heldAnswers();
  const searches = Array.from({ length: limits.gifRequestsAtOnce }, (_, index) =>
    gifs.find(access(index), search('cat')),
  );
  await waitUntil(async () => held.length === limits.gifRequestsAtOnce);
  await assert.rejects(gifs.find(access(1000), search('cat')), isBusy);
  await releaseAll(searches);
  await gifs.find(access(1000), search('cat'));
});

test('equal searches at the same time are one request, and the page is cached for everyone', async () => {
  const gifs = newSearch();
  const before = standIn.requests.length;
  const { held, releaseAll } = heldAnswers();
  const searches = Array.from({ length: 10 }, () => gifs.find(access(), search('Same')));
  await waitUntil(async () => held.length === 1);
  await releaseAll(searches);
  await gifs.find(access(), search('same'));
  assert.equal(standIn.requests.length, before + 1);
  for (const [organization, query] of [
    [2, search('same')],
    [1, search('same', { rating: 2 })],
    [1, search('same', { page: 2 })],
  ] as const)
    await gifs.find(access(organization), query);
  assert.equal(standIn.requests.length, before + 4);
});

test('bound gifCachedSeconds: a page is asked for again after that time', async () => {
  await withLimit('gifCachedSeconds', -1, async () => {
    const gifs = newSearch();
    const before = standIn.requests.length;
    await gifs.find(access(), search('old'));
    await gifs.find(access(), search('old'));
    assert.equal(standIn.requests.length, before + 2);
  });
});

test('bound gifCachedPages: the least recently used page is dropped from the cache', async () => {
  await withLimit('gifCachedPages', 2, async () => {
    const gifs = newSearch();
    const before = standIn.requests.length;
    for (const words of ['a', 'b', 'a', 'c']) await gifs.find(access(), search(words));
    assert.equal(standIn.requests.length, before + 3);
    await gifs.find(access(), search('a'));
    assert.equal(standIn.requests.length, before + 3);
    await gifs.find(access(), search('b'));
    assert.equal(standIn.requests.length, before + 4);
  });
});

test('bound gifPauseSeconds: a provider that allows no more searches is not asked for that time', async () => {
  const busy = { code: 'GIF_PROVIDER_BUSY' };
  const gifs = newSearch();
  standIn.answer = () => ({ status: 429, body: '' });
  await assert.rejects(gifs.find(access(), search('first')), busy);
  standIn.answer = normal;
  const before = standIn.requests.length;
  await assert.rejects(gifs.find(access(), search('second')), busy);
  assert.equal(standIn.requests.length, before);
  // Another organization, and another key, are not affected.
  await gifs.find(access(2), search('second'));
  await assert.rejects(gifs.find({ ...access(), key: 'another-key' }, search('second')), {
    code: 'GIF_KEY_REFUSED',
  });
  await withLimit('gifPauseSeconds', -1, async () => {
    standIn.answer = () => ({ status: 429, body: '' });
    await assert.rejects(gifs.find(access(), search('third')), busy);
    standIn.answer = normal;
    await gifs.find(access(), search('third'));
  });
});

const unavailable = { code: 'GIF_PROVIDER_UNAVAILABLE' };

test('bound gifProviderSeconds: a request that gets no answer is ended', async () => {
  standIn.answer = () => ({ body: '', isSilent: true });
  await withLimit('gifProviderSeconds', 0.05, async () => {
    await assert.rejects(newSearch().find(access(), search('slow')), unavailable);
  });
  standIn.answer = normal;
});

test('bound gifAnswerBytes: a larger answer is not read', async () => {
  const page = JSON.stringify({
    data: [giphyItem(standIn.url, 1)],
    pagination: { total_count: 1, count: 1, offset: 0 },
    meta: { status: 200, response_id: 'r' },
  });
  const ofSize = (bytes: number) => () => ({ body: page.padEnd(bytes, ' ') });
  standIn.answer = ofSize(limits.gifAnswerBytes);
  assert.equal((await newSearch().find(access(), search('large'))).gifs.length, 1);
  standIn.answer = ofSize(limits.gifAnswerBytes + 1);
  await assert.rejects(newSearch().find(access(), search('larger')), unavailable);
  standIn.answer = normal;
});

test('bound gifAddressCharacters gifTitleCodePoints: a long title is cut, a GIF with a longer address left out', async () => {
  const addressOf = (characters: number) => `${standIn.url}media/a.gif?x=`.padEnd(characters, 'x');
  const item = (characters: number, alt: string) => {
    const gif = giphyItem(standIn.url, 1);
    const images = {
      ...(gif.images as object),
      downsized: undefined,
      original: { url: addressOf(characters) },
    };
    return { ...gif, alt_text: alt, images };
  };
  standIn.answer = () => ({
    body: {
      data: [
        item(limits.gifAddressCharacters, '🐈'.repeat(limits.gifTitleCodePoints + 1)),
        item(limits.gifAddressCharacters + 1, 'too long'),
      ],
      pagination: { total_count: 2, count: 2, offset: 0 },
      meta: { status: 200, response_id: 'r' },
    },
  });
  const { gifs } = await newSearch().find(access(), search('long'));
  standIn.answer = normal;
  assert.deepEqual(
    gifs.map(({ title }) => title),
    ['🐈'.repeat(limits.gifTitleCodePoints)],
  );
});

test('bound gifsPerPage gifPages: the pages of a search, and the GIFs on a page, are limited', async () => {
  const gifs = newSearch();
  standIn.answer = (request) => {
    const answered = normal(request) as { body: { pagination: { total_count: number } } };
    Object.assign(answered.body.pagination, { total_count: 100_000, count: limits.gifsPerPage });
    return answered;
  };
  const found = async (page: number) => gifs.find(access(), search('very many', { page }));
  assert.equal((await found(1)).gifs.length, limits.gifsPerPage);
  assert.equal((await found(limits.gifPages - 1)).hasMore, true);
  assert.equal((await found(limits.gifPages)).hasMore, false);
  standIn.answer = normal;
});
