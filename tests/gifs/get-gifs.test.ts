// Searching for GIFs: the server asks the provider, and everything that a client loads is on this server.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { giphyItem, KEY, klipyItem, startGifProvider, TOTAL } from './gif-provider.ts';

const provider = await startGifProvider();
const { standIn } = provider;
const origin = standIn.url.slice(0, -1);
const server = await startTestServer({ gifAddresses: provider.addresses, pictureSources: [origin] });
const [olive, mel, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('gus'),
  server.as('helper'),
]);
const normal = standIn.answer;

const choose = (name: string) => olive.ok('PUT', '/realm/gif_provider', { provider: name, api_key: KEY });
const rate = (rating: number) => olive.ok('PATCH', '/realm', { gif_rating_policy: rating });
let words = 0;
/** Words that no test has searched for, so that no page is cached. */
const newWords = () => `cat ${++words}`;

beforeEach(() => {
  standIn.answer = normal;
});

test('GIFs are off until an administrator chooses a provider, and with the rating "none"', async () => {
  const off = ['GIFS_OFF', 'GIFs are turned off in this organization.'] as const;
  await mel.refused('GET', '/gifs', {}, ...off);
  await choose('giphy');
  await rate(0);
  await mel.refused('GET', '/gifs', { query: 'cat' }, ...off);
  await rate(1);
  await mel.ok('GET', '/gifs', { query: newWords() });
  await olive.ok('PUT', '/realm/gif_provider', { provider: 'none' });
  await mel.refused('GET', '/gifs', { query: 'cat' }, ...off);
});

test('people and guests may search; bots and anonymous viewers may not', async () => {
  await choose('giphy');
  await gus.ok('GET', '/gifs', { query: newWords() });
  await helper.refused('GET', '/gifs', {}, 'BAD_REQUEST', 'This endpoint does not accept bot requests.');
  assert.equal((await server.anonymous.request('GET', '/gifs')).status, 401);
});

describe('at GIPHY', () => {
  test('a search sends the words, the rating and the page, and nothing about the person', async () => {
    await choose('giphy');
    await rate(3);
    const query = newWords();
    const first = await mel.ok('GET', '/gifs', { query });
    const url = provider.searches().at(-1);
    assert.equal(url?.pathname, '/v1/gifs/search');
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      api_key: KEY,
      q: query,
      limit: '24',
      offset: '0',
      rating: 'pg-13',
    });
    const { headers } = standIn.requests.at(-1) ?? {};
    assert.deepEqual(Object.keys(headers ?? {}).sort(), ['accept', 'connection', 'host', 'user-agent']);
    assert.equal(headers?.['user-agent'], 'Parley');
    assert.equal(first.gifs.length, 24);
    assert.equal(first.has_more, true);
    const second = await mel.ok('GET', '/gifs', { query, page: 2 });
    assert.equal(second.gifs.length, TOTAL - 24);
    assert.equal(second.has_more, false);
    await rate(1);
  });

  test('without words the trending GIFs are listed', async () => {
    await choose('giphy');
    await mel.ok('GET', '/gifs', { query: '  ', page: 2 });
    const url = provider.searches().at(-1);
    assert.equal(url?.pathname, '/v1/gifs/trending');
    assert.equal(url.searchParams.has('q'), false);
    assert.equal(url.searchParams.get('offset'), '24');
  });

  test('a GIF has its description, an address for messages, and previews on this server', async () => {
    await choose('giphy');
    const { gifs } = await mel.ok('GET', '/gifs', { query: newWords() });
    const [gif] = gifs;
    assert.equal(gif.title, 'a cat that jumps 0 times');
    assert.equal(
      gif.url,
      `${origin}/media/v1.abc/g0/giphy-downsized.gif?cid=c1&rid=giphy-downsized.gif&ct=g`,
    );
    assert.deepEqual([gif.width, gif.height], [200, 113]);
    for (const [address, file] of [
      [gif.preview_url, '200w.webp'],
      [gif.still_url, '200w_s.gif'],
    ]) {
      assert.match(address, /^\/external_content\/[0-9a-f]{40}\/[0-9a-f]+$/);
      const answer = await fetch(server.url + address);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'image/gif');
      assert.match(provider.pictures.at(-1) ?? '', new RegExp(`/g0/${file}\\?cid=c1`));
    }
  });

  test('GIFs without a smaller version or description are listed, and those with foreign addresses are not', async () => {
    await choose('giphy');
    const item = (number: number, images: object, more: object = {}) => {
      const gif = giphyItem(standIn.url, number);
      return { ...gif, ...more, images: { ...(gif.images as object), ...images } };
    };
    const fixed = (url: string) => ({ fixed_width: { url, width: '200', height: '113' } });
    const data = [
      item(1, { downsized: {} }, { alt_text: '', title: ' Two\nlines \u0000 \u202Eof 👩‍💻 ' }),
      item(2, { original: { url: 'https://elsewhere.example/a.gif' } }),
      item(3, { original: { url: `${origin}/media/page.html` } }),
      item(4, fixed('http://127.0.0.1.elsewhere.example/a.gif')),
      item(5, fixed('javascript:alert(1)')),
      item(6, fixed(`${origin}/media/a)b.gif`)),
      item(7, { fixed_width: { url: `${origin}/media/a.gif`, width: '0', height: '10' } }),
      item(8, fixed(`${origin}/media/${KEY}.gif`)),
      'no object',
      item(9, { fixed_width: { url: `${origin}/media/b.gif`, width: 100, height: 50 } }),
    ];
    standIn.answer = () => ({
      body: {
        data,
        pagination: { total_count: 10, count: 10, offset: 0 },
        meta: { status: 200, response_id: 'r2' },
      },
    });
    const { gifs, has_more } = await mel.ok('GET', '/gifs', { query: newWords() });
    assert.deepEqual(
      gifs.map(({ title }: { title: string }) => title),
      ['Two lines of 👩‍💻', 'a cat that jumps 9 times'],
    );
    assert.match(gifs[0].url, /\/giphy\.gif\?/);
    assert.equal(has_more, false);
  });
});

describe('at KLIPY', () => {
  test('a search names how much is filtered out, and advertisements are left out', async () => {
    await choose('klipy');
    for (const [rating, filter] of [
      [1, 'high'],
      [2, 'medium'],
      [3, 'low'],
      [4, 'off'],
    ] as const) {
      await rate(rating);
      const query = newWords();
      const { gifs, has_more } = await mel.ok('GET', '/gifs', { query });
      const url = provider.searches().at(-1);
      assert.equal(url?.pathname, `/api/v1/${KEY}/gifs/search`);
      assert.deepEqual(Object.fromEntries(url.searchParams), {
        q: query,
        page: '1',
        per_page: '24',
        content_filter: filter,
        format_filter: 'gif,webp,jpg',
      });
      assert.equal(gifs.length, 24);
      assert.equal(has_more, true);
    }
    await rate(1);
    const { gifs } = await mel.ok('GET', '/gifs', { page: 2 });
    assert.match(provider.searches().at(-1)?.pathname ?? '', /\/gifs\/trending$/);
    assert.equal(gifs.length, TOTAL - 24);
    assert.deepEqual([gifs[0].title, gifs[0].url], ['Dog 24', `${origin}/ii/0123/aa/bb/k24md.gif`]);
    assert.equal(klipyItem(standIn.url, 24).title, 'Dog 24');
  });
});

describe('errors', () => {
  const search = (code: string, message: RegExp) =>
    mel.refused('GET', '/gifs', { query: newWords() }, code, message);

  test('name a refused key, too many requests, and a provider that fails', async () => {
    await choose('giphy');
    for (const status of [401, 403]) {
      standIn.answer = () => ({ status, body: { meta: { status } } });
      await search('GIF_KEY_REFUSED', /^GIPHY does not accept the API key\. An administrator must enter/);
    }
    standIn.answer = () => ({ status: 429, body: '' });
    await withLimit('gifPauseSeconds', 0, () =>
      search('GIF_PROVIDER_BUSY', /^GIPHY allows no more searches/),
    );
    for (const providerAnswer of [
      { status: 500, body: 'broken' },
      { status: 302, body: '' },
      { body: 'no JSON' },
      { body: { data: [] } },
      // GIPHY's answer when its own services fail.
      {
        body: {
          data: [],
          pagination: { total_count: 0, count: 0, offset: 0 },
          meta: { status: 200, response_id: '' },
        },
      },
    ]) {
      standIn.answer = () => providerAnswer;
      await search('GIF_PROVIDER_UNAVAILABLE', /^GIPHY cannot be reached\. Try again later\.$/);
    }
    standIn.answer = normal;
    await mel.ok('GET', '/gifs', { query: newWords() });
  });

  test('name a refused key at KLIPY, which answers that its path is unknown', async () => {
    await choose('klipy');
    standIn.answer = () => ({ status: 404, body: { result: false } });
    await search('GIF_KEY_REFUSED', /^KLIPY does not accept/);
    standIn.answer = () => ({ body: { result: false, data: { data: [], has_next: false } } });
    await search('GIF_PROVIDER_UNAVAILABLE', /^KLIPY cannot/);
  });

  test('are not cached', async () => {
    await choose('giphy');
    const query = newWords();
    standIn.answer = () => ({ status: 500, body: '' });
    await mel.refused('GET', '/gifs', { query }, 'GIF_PROVIDER_UNAVAILABLE');
    standIn.answer = normal;
    await mel.ok('GET', '/gifs', { query });
  });
});

test('a message with a GIF names only this server as the source of pictures', async () => {
  await choose('giphy');
  const { gifs } = await mel.ok('GET', '/gifs', { query: newWords() });
  const [{ title, url }] = gifs;
  const id = await mel.sendToChannel('general', 'GIFs', `[${title}](${url})`);
  const { message } = await olive.ok('GET', `/messages/${id}`);
  const sources = [...String(message.content).matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src]) => src);
  assert.equal(sources.length, 1);
  assert.match(sources[0] ?? '', /^\/external_content\//);
  // The link itself stays the provider's, so that every client knows it.
  assert.ok(message.content.includes(`href="${url.replaceAll('&', '&amp;')}"`), message.content);
  const pictureAnswer = await fetch(server.url + sources[0]);
  assert.equal(pictureAnswer.headers.get('content-type'), 'image/gif');
  assert.equal(new URL(url).pathname + new URL(url).search, provider.pictures.at(-1));
});
