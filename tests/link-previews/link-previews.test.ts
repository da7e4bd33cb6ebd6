// Previews of linked pages: fetched in the background, once each, and never from private addresses.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { externalMediaUrl } from '../../src/model/external-media/external-media-url.ts';
import { startTestServer } from '../support/server.ts';
import { eventsUntil } from '../support/waiting.ts';

const requests: string[] = [];
const pages: Record<string, string> = {
  '/page':
    '<title>A page</title><meta property="og:image" content="/a.png"><meta name="description" content="About &lt;it&gt;">',
  '/other': '<title>Another</title><meta property="og:image" content="/b.png">',
  '/direct': '<title>A direct page</title><meta property="og:image" content="/c.png">',
  '/plain': '<title>No picture</title>',
  '/secret"><script>': '<meta property="og:image" content="/c&quot;);x:url(.png">',
};
const web = createServer((request, response) => {
  const path = decodeURI(request.url ?? '');
  requests.push(path);
  if (path === '/away') return void response.writeHead(302, { location: '/page' }).end();
  if (path === '/inside') return void response.writeHead(302, { location: 'http://127.0.0.1:1/page' }).end();
  if (path === '/file') {
    return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pages['/page']);
  }
  if (path === '/large') {
    response.writeHead(200, { 'content-type': 'text/html' });
    return void response.end(`${pages['/page']}${' '.repeat(limits.linkPreviewBytes)}`);
  }
  if (path === '/cut') {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 });
    return void response.write('<title>', () => response.destroy());
  }
  const page = pages[path];
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}).listen(0, '127.0.0.1');
after(() => web.close());
await new Promise((resolve) => web.once('listening', resolve));
const address = web.address();
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

const server = await startTestServer({ pictureSources: [origin] });
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
await olive.ok('PATCH', '/realm', { inline_url_embed_preview: true });
const { keyring } = server.server.services;
const proxied = (path: string) => externalMediaUrl(keyring, `${origin}${path}`);

function preview(path: string, image: string, title: string, description = ''): string {
  const url = `${origin}${path}`;
  const described = description && `<div class="message_embed_description">${description}</div>`;
  return (
    `<div class="message_embed"><a class="message_embed_image" href="${url}" style="background-image: url(&quot;${proxied(image)}&quot;)"></a>` +
    `<div class="data-container"><div class="message_embed_title"><a href="${url}" title="${title}">${title}</a></div>${described}</div></div>`
  );
}

async function contentOf(id: number): Promise<string> {
  return (await mia.ok('GET', `/messages/${id}`)).message.content;
}

const runJobs = () => server.server.scheduler.runDue();

test('viewers of a message get an event when its page was fetched', async () => {
  const listener = await mia.registerQueue({ event_types: ['message', 'update_message'] });
  const id = await mel.sendToChannel('general', 'links', `see ${origin}/page`);
  const [sent, update] = await eventsUntil(listener, ({ type }) => type === 'update_message');
  assert.doesNotMatch(sent.message.content, /message_embed/);
  assert.deepEqual(
    [update.message_id, update.message_ids, update.user_id, update.rendering_only, 'orig_content' in update],
    [id, [id], null, true, false],
  );
  assert.ok(update.rendered_content.endsWith(preview('/page', '/a.png', 'A page', 'About &lt;it&gt;')));
  assert.equal(await contentOf(id), update.rendered_content);
  const { message } = await mel.ok('GET', `/messages/${id}`);
  assert.equal(message.edit_history, undefined);
  assert.equal(message.last_edit_timestamp, undefined);
});

test('the people of a direct message get the event, and no one else', async () => {
  const listeners = await Promise.all(
    [mel, mia, olive].map((client) => client.registerQueue({ event_types: ['update_message'] })),
  );
  const id = await mel.sendDirect([mia.userId], `see ${origin}/direct`);
  const [ofMel, ofMia, ofOlive] = listeners;
  for (const listener of [ofMel, ofMia]) {
    assert.ok(listener);
    const [update] = await eventsUntil(listener, ({ type }) => type === 'update_message');
    assert.deepEqual([update.message_id, update.rendering_only], [id, true]);
    assert.ok(update.rendered_content.endsWith(preview('/direct', '/c.png', 'A direct page')));
  }
  assert.deepEqual(await ofOlive?.events(), []);
});

test('a cached preview is shown at once without another request', async () => {
  const before = requests.length;
  const id = await mel.sendDirect([mia.userId], `again ${origin}/page and ${origin}/page`);
  assert.match(await contentOf(id), /message_embed/);
  const { rendered } = await mel.ok('POST', '/messages/render', { content: `${origin}/page` });
  assert.match(rendered, /message_embed/);
  await runJobs();
  assert.equal(requests.length, before);
});

test('an edit adds and removes previews', async () => {
  const id = await mel.sendToChannel('general', 'links', 'nothing yet');
  await mel.ok('PATCH', `/messages/${id}`, { content: `${origin}/other` });
  await runJobs();
  assert.ok((await contentOf(id)).endsWith(preview('/other', '/b.png', 'Another')));
  await mel.ok('PATCH', `/messages/${id}`, { content: 'nothing again' });
  await runJobs();
  assert.equal(await contentOf(id), '<p>nothing again</p>');
});

test('bound linkPreviewBytes: unusable, too large, truncated and private pages leave a link, and are not requested again soon', async () => {
  const paths = ['/plain', '/none', '/file', '/large', '/cut', '/inside'];
  const id = await mel.sendToChannel(
    'general',
    'links',
    paths
      .slice(0, 5)
      .map((path) => origin + path)
      .join(' '),
  );
  const other = await mel.sendToChannel(
    'general',
    'links',
    `${origin}/inside http://10.0.0.1/page http://localhost/`,
  );
  await runJobs();
  for (const one of [id, other]) assert.doesNotMatch(await contentOf(one), /message_embed/);
  assert.ok(paths.every((path) => requests.includes(path)));
  const before = requests.length;
  await mel.sendToChannel('general', 'links', paths.map((path) => origin + path).join(' '));
  await runJobs();
  assert.equal(requests.length, before);
});

test('a redirect is followed, and the preview links to the original address', async () => {
  const id = await mel.sendToChannel('general', 'links', `${origin}/away`);
  await runJobs();
  assert.ok((await contentOf(id)).endsWith(preview('/away', '/a.png', 'A page', 'About &lt;it&gt;')));
});

test('content of a page cannot break out of its attribute', async () => {
  const id = await mel.sendToChannel('general', 'links', `[x](<${origin}/secret%22%3E%3Cscript%3E>)`);
  await runJobs();
  const content = await contentOf(id);
  assert.match(content, /message_embed_image/);
  assert.doesNotMatch(content, /<script|url\(\.png|c"\)/);
});

test('nothing is fetched for bots, in quotes, for very many links, or with previews disabled', async () => {
  const before = requests.length;
  const helper = await server.as('helper');
  await helper.sendToChannel('town square', 'links', `${origin}/bot`);
  await mel.sendToChannel('general', 'links', `> ${origin}/quoted`);
  await mel.sendToChannel(
    'general',
    'links',
    Array.from({ length: 25 }, (_, index) => `${origin}/many${index}`).join(' '),
  );
  await olive.ok('PATCH', '/realm', { inline_url_embed_preview: false });
  await mel.sendToChannel('general', 'links', `${origin}/off`);
  await olive.ok('PATCH', '/realm', { inline_url_embed_preview: true });
  await runJobs();
  assert.deepEqual(requests.slice(before), []);
});

test('the first five links of a message are fetched', async () => {
  const before = requests.length;
  await mel.sendToChannel(
    'general',
    'links',
    Array.from({ length: 9 }, (_, index) => `${origin}/few${index}`).join(' '),
  );
  await runJobs();
  assert.deepEqual(requests.slice(before), ['/few0', '/few1', '/few2', '/few3', '/few4']);
});

test('a message that was edited or deleted in the meantime is not changed', async () => {
  const { database } = server.server.services;
  const before = await database.reader(1).db.selectFrom('link_preview').select('url_hash').execute();
  const id = await mel.sendToChannel('general', 'links', `${origin}/gone`);
  await olive.ok('DELETE', `/messages/${id}`);
  await runJobs();
  await mia.refused('GET', `/messages/${id}`, {}, 'BAD_REQUEST', 'Invalid message(s)');
  const rows = await database.reader(1).db.selectFrom('outbox').select('kind').execute();
  assert.deepEqual(rows, []);
  assert.ok(before.length > 0);
});

test('bound linkPreviewMissingSeconds: a missing page is remembered for a while', async () => {
  const { database } = server.server.services;
  const requestsAfterSending = async () => {
    await mel.sendToChannel('general', 'links', `${origin}/absent`);
    await runJobs();
    return requests.filter((path) => path === '/absent').length;
  };
  const makeOlder = (seconds: number) =>
    database.write(1, async (writer) => {
      await writer.db
        .updateTable('link_preview')
        .set({ fetched_at: writer.now - seconds })
        .execute();
    });
  assert.equal(await requestsAfterSending(), 1);
  await makeOlder(limits.linkPreviewMissingSeconds - 60);
  assert.equal(await requestsAfterSending(), 1);
  await makeOlder(limits.linkPreviewMissingSeconds);
  assert.equal(await requestsAfterSending(), 2);
});

test('bound linkPreviewSeconds: a preview expires', async () => {
  const { database } = server.server.services;
  await mel.sendToChannel('general', 'links', `${origin}/page`);
  await runJobs();
  await database.write(1, async (writer) => {
    await writer.db
      .updateTable('link_preview')
      .set({ fetched_at: writer.now - limits.linkPreviewSeconds })
      .execute();
  });
  const before = requests.length;
  const id = await mel.sendToChannel('general', 'links', `${origin}/page`);
  await runJobs();
  assert.match(await contentOf(id), /message_embed/);
  assert.deepEqual(requests.slice(before), ['/page']);
  const remaining = await database.reader(1).db.selectFrom('link_preview').select('url_hash').execute();
  assert.equal(remaining.length, 1);
});
