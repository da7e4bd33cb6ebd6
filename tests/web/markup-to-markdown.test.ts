// Quoting a part of a message: its rendered markup becomes Markdown again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MarkupNode, markdownOf } from '../../web/lib/markup-to-markdown.ts';
import { html } from '../markdown/support.ts';

const references: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
const decoded = (text: string) =>
  text.replace(/&([a-z#0-9]+);/g, (_, name: string) => references[name] ?? '');

/** Parses HTML of the renderer, which is well-formed. */
function parsed(source: string): MarkupNode {
  interface Open {
    nodeName: string;
    childNodes: MarkupNode[];
    attributes: Map<string, string>;
  }
  const close = ({ nodeName, childNodes, attributes }: Open): MarkupNode => ({
    nodeName,
    childNodes,
    textContent: childNodes.map(({ textContent }) => textContent).join(''),
    getAttribute: (name) => attributes.get(name) ?? null,
  });
  const open: Open[] = [{ nodeName: 'DIV', childNodes: [], attributes: new Map() }];
  for (const [, end, name, rest = '', text] of source.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/gi)) {
    const current = open.at(-1);
    if (text !== undefined) {
      current?.childNodes.push({ nodeName: '#text', childNodes: [], textContent: decoded(text) });
      continue;
    }
    if (end === '/') {
      const ended = open.pop();
      if (ended) open.at(-1)?.childNodes.push(close(ended));
      continue;
    }
    const pairs = [...rest.matchAll(/([\w-]+)="([^"]*)"/g)];
    const attributes = new Map(pairs.map(([, key = '', value = '']) => [key, decoded(value)]));
    open.push({ nodeName: (name ?? '').toUpperCase(), childNodes: [], attributes });
    if (/^(?:br|hr|img)$/.test(name ?? '')) {
      const ended = open.pop();
      if (ended) open.at(-1)?.childNodes.push(close(ended));
    }
  }
  return close(open[0] as Open);
}

const BASE = 'https://parley.example/';

for (const source of [
  'one **bold** and *italic* and ~~gone~~ and `code`',
  '**bold with *italic* within**',
  'a [link](https://example.com/a) and https://example.com/b',
  'first\nsecond\n\nthird',
  'one ``a ` b`` and `` `c` `` end',
  'with ```two `` here```',
  '* one\n* two **bold**\n* three',
  '1. one\n2. two',
  '3. three\n4. four',
  '* one\n  * inner',
  '> quoted\n> lines',
  '# Heading\n\ntext',
  '```\nplain\n  code\n```',
  '```python\nx = 1\n```',
  '```spoiler Title\nhidden\n```',
  'at <time:2026-05-01T10:00:00Z>',
  ':party: and :tada:',
  'a formula $$x^2$$ here',
  'hear ![Voice message (0:42)](/user_uploads/1/ab/voice.weba)',
  '---',
]) {
  test(`${JSON.stringify(source)} comes back`, () => {
    assert.equal(markdownOf(parsed(html(source)), BASE), source);
  });
}

test('a table comes back as a table', () => {
  const source = '| a | b |\n|---|---|\n| **1** | 2 |';
  assert.equal(markdownOf(parsed(html(source)), BASE), source);
});

for (const [markup, expected] of [
  ['<span class="user-mention" data-user-id="7">@Mel</span>', '@_**Mel|7**'],
  ['<span class="user-mention silent" data-user-id="7">Mel</span>', '@_**Mel|7**'],
  ['<span class="user-mention" data-user-id="*">@all</span>', '@_**all**'],
  ['<span class="user-group-mention" data-user-group-id="3">@makers</span>', '@_*makers*'],
  ['<a class="stream" href="/#narrow/channel/1">#design</a>', '#**design**'],
  ['<a class="stream-topic" href="/#narrow/channel/1/topic/logo">#design &gt; logo</a>', '#**design>logo**'],
  ['<a href="/user_uploads/1/a.txt">a</a>', '[a](https://parley.example/user_uploads/1/a.txt)'],
  ['<a href="http://[">a</a>', '[a](http://[)'],
  ['<p>see</p><div class="message_inline_image"><a href="/x"><img src="/y"></a></div>', 'see'],
  ['<span class="voice-player"><span>0:42</span></span><audio title="a" src="/b"></audio>', '![a](/b)'],
  ['<strong>cut </strong>off', '**cut** off'],
  ['<strong> </strong>', ''],
  ['<pre>```\na\n```</pre>', '````\n```\na\n```\n````'],
] as const) {
  test(`${markup} becomes ${JSON.stringify(expected)}`, () => {
    assert.equal(markdownOf(parsed(markup), BASE), expected);
  });
}

test('links to other conversations say nothing about the window they are quoted from', () => {
  const page = `${BASE}?beside=channel/9-secret/topic/layoffs&window=conversation#narrow/dm/8-dm`;
  assert.equal(markdownOf(parsed('<a href="#narrow/dm/9-dm">a</a>'), page), `[a](${BASE}#narrow/dm/9-dm)`);
});
