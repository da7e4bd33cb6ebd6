// Pages with an oEmbed description: it is shown in messages, without any of the page's HTML.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { externalMediaUrl } from '../../src/model/external-media/external-media-url.ts';
import { oembedPreview } from '../../src/model/link-previews/oembed.ts';
import { startTestServer } from '../support/server.ts';

const picture = '<meta property="og:image" content="/card.png"><title>Card</title>';
const frame =
  '<script>alert(1)</script><iframe src="https://player.example/1?a=b&amp;c" onload="x()"></iframe>';
const video = { type: 'video', title: ' A  film ', thumbnail_url: '/still.png', html: frame };

/** Pages by name: the head, and the description that it links to. */
const pages: Record<string, { readonly head?: string; readonly type?: string; readonly body: unknown }> = {
  photo: { body: { type: 'photo', url: '/p.png', title: 'A photo' } },
  video: { body: video },
  rich: { body: { type: 'rich', title: 'T', html: '<b>bold</b>', thumbnail_url: '/t.png' } },
  both: { head: picture, body: { type: 'rich', title: 'T', html: '<b>bold</b>', thumbnail_url: '/t.png' } },
  broken: { head: picture, body: '{"type":' },
  deep: { head: picture, body: `${'['.repeat(1000)}${']'.repeat(1000)}` },
  large: { head: picture, body: { ...video, padding: 'x'.repeat(limits.oembedBytes) } },
  html: { head: picture, type: 'text/html', body: video },
};
const web = createServer((request, response) => {
  const [, kind = '', name = ''] = (request.url ?? '').split('/');
  const page = pages[name];
  if (!page) return void response.writeHead(404).end();
  if (kind === 'page') {
    const link = `<link rel="alternate" type="application/json+oembed" href="/described/${name}">`;
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(`${page.head ?? ''}${link}`);
  }
  const body = typeof page.body === 'string' ? page.body : JSON.stringify(page.body);
  response.writeHead(200, { 'content-type': page.type ?? 'application/json' }).end(body);
}).listen(0, '127.0.0.1');
after(() => web.close());
await new Promise((resolve) => web.once('listening', resolve));
const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;

const server = await startTestServer({ pictureSources: [origin] });
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
await olive.ok('PATCH', '/realm', { inline_url_embed_preview: true });
const { keyring } = server.server.services;
const proxied = (path: string) => externalMediaUrl(keyring, `${origin}${path}`);

/** What follows the paragraph of a message that links to a page. */
async function shownPreview(name: string): Promise<string> {
  const id = await mel.sendToChannel('general', 'links', `see ${origin}/page/${name}`);
  await server.server.scheduler.runDue();
  const { content } = (await mel.ok('GET', `/messages/${id}`)).message;
  return content.slice(content.indexOf('</p>') + '</p>'.length).trim();
}

describe('a page with a description', () => {
  const card = async (name: string) => {
    const html = await shownPreview(name);
    assert.match(html, /^<div class="message_embed">/);
    assert.doesNotMatch(html, /bold|iframe/);
    return /title="([^"]*)"/.exec(html)?.[1];
  };

  test('as a photo shows the photo', async () => {
    assert.equal(
      await shownPreview('photo'),
      `<div class="message_inline_image"><a href="${origin}/page/photo" title="A photo"><img src="${proxied('/p.png')}"></a></div>`,
    );
  });

  test('as a video shows its still, and our own frame for the player', async () => {
    const player =
      '&lt;iframe src=&quot;https://player.example/1?a=b&amp;c&quot; allow=&quot;fullscreen&quot;&gt;&lt;/iframe&gt;';
    assert.equal(
      await shownPreview('video'),
      `<div class="embed-video message_inline_image"><a data-id="${player}" href="${origin}/page/video" title="A film"><img src="${proxied('/still.png')}"></a></div>`,
    );
  });

  test('as rich content is a website, with more from its head', async () => {
    assert.equal(await card('rich'), 'T');
    assert.equal(await card('both'), 'Card');
  });

  test('bound oembedBytes: that is unreadable, too long or of another type is an ordinary website', async () => {
    for (const name of ['broken', 'deep', 'large', 'html']) assert.equal(await card(name), 'Card', name);
  });
});

describe('a description', () => {
  const read = (value: unknown, page = 'https://vimeo.com/1') =>
    oembedPreview(value, 'https://vimeo.com/oembed', page);
  const film = { ...video, thumbnail_url: 'https://i.example/1.png' };

  test('of a video has the type that clients know for its site', () => {
    const provider = (page: string) => {
      const preview = read({ ...film, provider_name: 'Bank' }, page);
      return preview?.kind === 'video' ? preview.provider : preview?.kind;
    };
    assert.equal(provider('https://player.vimeo.com/1'), 'Vimeo');
    assert.equal(provider('https://youtu.be/1'), 'YouTube');
    assert.equal(provider('https://notvimeo.com/1'), undefined);
  });

  test('of a video without a secure player, or without a title, is that of a website', () => {
    for (const wrong of [
      { html: '<b>x</b>' },
      { html: '<iframe src="javascript:x"></iframe>' },
      { html: '<iframe src="http://player.example/"></iframe>' },
      { html: 5 },
      { title: ' ' },
      { title: undefined },
    ])
      assert.equal(read({ ...film, ...wrong })?.kind, 'website', JSON.stringify(wrong));
  });

  test('that shows nothing is ignored', () => {
    for (const value of [
      undefined,
      null,
      'x',
      [],
      {},
      { type: 'photo' },
      { type: 'photo', url: 'javascript:x' },
      { type: 'video', html: frame, title: 'T' },
      { type: 'link', title: 'T' },
    ])
      assert.equal(read(value), undefined, JSON.stringify(value));
  });
});
