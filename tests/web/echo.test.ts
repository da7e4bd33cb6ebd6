// The local echo of messages: the renderer as built for browsers, with names from the client's state, gives the same
// HTML as the server, byte for byte. It reports texts that only the server can render.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { decodeHTMLStrict } from 'entities/decode';
import { build } from 'esbuild';
import { newestCapabilities } from '../../client/capabilities.ts';
import type { State } from '../../client/state/state.ts';
import { fewClasses } from '../../scripts/build-web.mjs';
import type { Echo, EchoContext } from '../../web/store/echo.ts';
import { CASES } from '../markdown/cases.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { png } from '../uploads/support.ts';

const PIXEL = new Uint8Array(await png(1, 1));

type EchoOf = (context: EchoContext, content: string) => Echo | undefined;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The renderer as built for browsers, with everything that it loads. */
async function builtEcho(emoji: unknown): Promise<EchoOf> {
  const contents = `
    import * as formulas from 'katex';
    import * as patterns from 're2js';
    import { provideTools } from './src/markdown/tools-in-browser.ts';
    import { rendererTools } from './web/data/echo-tools.ts';
    export { echoOf } from './web/store/echo.ts';
    export const start = (given) => provideTools(rendererTools({ ...given, formulas, patterns }));`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    loader: { '.txt': 'text' },
    plugins: [fewClasses],
    logLevel: 'error',
    write: false,
  });
  const file = join(temporaryFolder(), 'echo.mjs');
  await writeFile(file, outputFiles[0]?.contents ?? '');
  const { start, echoOf } = await import(pathToFileURL(file).href);
  start({ emoji, namedCharacter: decodeHTMLStrict });
  return echoOf;
}

/** Texts of every kind, with references to everything that can be referenced. */
const fragments = [
  'plain text',
  '**bold** *it* ~~gone~~ `code` ***both***',
  '@**Mia Member** @**mia member** @**Mia Member|9** @**|9** @**Nobody**',
  '@_**Adam Admin** @**all** @_**everyone** @**topic** @**channel** @**stream**',
  '@*makers* @_*makers* @*unmade* @*role:administrators* @_*role:everyone* @*role:internet*',
  '@**Former Member** @**Helper Bot** @**Notification Bot**',
  '#**engineering** #**Engineering** #**nowhere** #**secret** #**shared secret**',
  '#**engineering>release 9@12** #**engineering>@12**',
  ':smile: :tada: :party: :zulip: :+1: :nothing: :retired: ::',
  '🎉 👩‍💻 1️⃣ 🇩🇪 ✔️ ☎ 👍🏽 ©',
  ':) ;) <3 :D (:',
  'https://parley.example/a_(b)?c=d#e parley.dev mel@example.com bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '[a link](https://parley.example "title") [](x) [same](/#narrow/channel/1-general)',
  '<time:2026-05-01T12:00:00+02:00> <time:nothing> <time:2026-05-01>',
  'issue #123, T#4, #12345678901',
  '$$x^2$$ and $$\\frac{1}{2}$$ but $$\\broken$$ or $5$',
  '&copy; &amp; &nope; <b>html</b> "quoted" \\*escaped\\*',
  '# Heading\n## Second\n###### Sixth',
  '* one\n* two\n  * inner\n\n1. first\n7. seventh',
  '> quoted @**Mia Member**\n> > twice\n\nafter',
  '| a | b |\n|:-:|--:|\n| **1** | @**Mia Member** |',
  '```\nplain code <b>\n```',
  '```math\n\\int_0^1 x\n\ny^2\n```',
  '```quote\nsaid #**engineering**\n```',
  '```spoiler Title *it*\nhidden :smile:\n\n- list\n```',
  '```nolanguage\nkept as it is\n```',
  '---\n***\n___',
  '    indented\n\ttabbed',
  '\n\n  lines before and after  \n\n',
  'ünïcödé ß İ \u{1d49c} \u202e right \u0007 control',
  '/me waves at @**Mia Member**',
];

/** Texts that only the server can render. */
const serverOnly = [
  '#**engineering>release 9**',
  '![](/user_uploads/1/ab/cat.png)',
  '[file](/user_uploads/1/ab/notes.txt)',
  'https://parley.example/cat.png',
  'https://youtu.be/dQw4w9WgXcQ',
  '```python\ndef f():\n    return 1\n```',
];

const server = await startTestServer();
const adam = await server.as('adam');
const mel = await server.as('mel');

/** The server's HTML for several texts. */
async function renderedBy(client: ApiClient, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const waiting = [...texts.entries()];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { rendered } = await client.call('render-message', { content: next[1] });
      found[next[0]] = rendered;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return found;
}

async function contextOf(client: ApiClient): Promise<EchoContext> {
  const state = await client.call('register-queue', {
    apply_markdown: true,
    client_capabilities: newestCapabilities,
  });
  return { state: state as State, ownId: client.userId, organizationUrl: server.url };
}

/** Compares the echo of texts with the server's rendering. */
async function compare(client: ApiClient, texts: readonly string[]): Promise<void> {
  const own = await contextOf(client);
  const expected = await renderedBy(client, texts);
  for (const [index, text] of texts.entries()) {
    const echo = echoOf(own, text);
    assert.equal(echo?.html, expected[index], `rendered differently here: ${JSON.stringify(text)}`);
    assert.ok(echo?.isExact, `left to the server: ${JSON.stringify(text)}`);
  }
}

await adam.call('add-linkifier', {
  pattern: '#(?P<id>[0-9]{2,8})',
  url_template: 'https://tracker.example/{id}',
});
await adam.call('create-user-group', { name: 'makers', description: '', members: [mel.userId] });
await adam.call('create-channel', { name: 'secret', subscribers: [adam.userId], invite_only: true });
await adam.call('create-channel', {
  name: 'shared secret',
  subscribers: [adam.userId, mel.userId],
  invite_only: true,
});
const max = await server.as('max');
await adam.ok('PATCH', `/users/${max.userId}`, { full_name: 'Former Member' });
await adam.ok('DELETE', `/users/${max.userId}`);
for (const name of ['party', 'retired']) {
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'emoji.png');
  const headers = { authorization: `Basic ${btoa(`${adam.email}:${adam.apiKey}`)}` };
  await fetch(`${server.url}/api/v1/realm/emoji/${name}`, { method: 'POST', body: form, headers });
}
await adam.ok('DELETE', '/realm/emoji/retired');
await mel.call('update-settings', { translate_emoticons: true });
const emoji = await (await fetch(`${server.url}/static/emoji-data.json`)).json();
const echoOf = await builtEcho(emoji);
const context = await contextOf(mel);

test('texts of every kind, and all pairs of them, are rendered as on the server', async () => {
  const together = fragments.flatMap((first, index) => {
    const second = fragments[(index * 7 + 3) % fragments.length] ?? '';
    return [
      `${first} ${second}`,
      `${first}\n${second}`,
      `${first}\n\n${second}`,
      `> ${first.replaceAll('\n', '\n> ')}\n\n${second}`,
      `- ${first.replaceAll('\n', '\n  ')}\n- ${second.replaceAll('\n', '\n  ')}`,
      `\`\`\`\`spoiler ${first.split('\n')[0]}\n${second}\n\`\`\`\``,
      `| ${first.replaceAll('\n', ' ')} | b |\n|--|--|\n| ${second.replaceAll('\n', ' ')} | d |`,
    ];
  });
  await compare(mel, [...fragments, ...together]);
});

test('examples of the dialect are rendered as on the server, unless they refer to things that only the server knows', async () => {
  const texts = CASES.map(([source]) => source).filter((source) => echoOf(context, source)?.isExact);
  assert.ok(texts.length > CASES.length * 0.75, `${texts.length} of ${CASES.length}`);
  await compare(mel, texts);
});

test('a limited viewer resolves fewer names', async () => {
  await compare(await server.as('gus'), fragments);
  await compare(await server.as('adam'), fragments);
});

test('texts that only the server can render are left to the server, and no requests are sent to other hosts', () => {
  for (const text of serverOnly) {
    const echo = echoOf(context, text);
    assert.equal(echo?.isExact, false, text);
    assert.doesNotMatch(echo?.html ?? '', /<(?:img|video|audio)/, text);
  }
});

test('a linkifier with a character class in its pattern is left to the server; others match letters of any script', () => {
  const linkifiers = (...patterns: string[]): EchoContext => ({
    ...context,
    state: {
      ...context.state,
      realm_linkifiers: patterns.map((pattern, id) => ({
        id,
        pattern,
        url_template: 'https://t.example/{id}',
      })),
    } as State,
  });
  const plain = echoOf(linkifiers('(?i)ά(?P<id>[0-9]+)'), 'Ά12 and ά3, not ά4ж or ά5٣');
  assert.equal(plain?.isExact, true);
  assert.deepEqual(plain?.html.match(/t\.example\/\d+/g), ['t.example/12', 't.example/3']);
  const withNamedGroup = echoOf(linkifiers('\\p{Greek}(?P<id>[0-9]+)', '#(?P<id>[0-9]+)'), 'α12 and #3');
  assert.equal(withNamedGroup?.isExact, false);
  assert.deepEqual(withNamedGroup?.html.match(/t\.example\/\d+/g), ['t.example/3']);
});
