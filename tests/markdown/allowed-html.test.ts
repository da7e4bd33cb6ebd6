// Rendered texts of other servers: only HTML that this server could write is accepted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowedHtml } from '../../src/markdown/allowed-html.ts';
import { CASES } from './cases.ts';
import { html } from './support.ts';

test('all HTML that the dialect renders is accepted', () => {
  for (const [source] of CASES) assert.ok(isAllowedHtml(html(source)), html(source));
  const formulas = [
    '$$x^2$$',
    '```math\n\\frac{a}{b} \\sqrt[3]{x} \\begin{matrix}a&b\\\\c&d\\end{matrix}\n```',
  ];
  for (const source of [
    ...formulas,
    '$$\\vec{a} \\overbrace{x} \\hspace{7em} \\cancel{z} \\color{red}y \\bad$$',
  ])
    assert.ok(isAllowedHtml(html(source)), html(source));
});

test('all HTML that link previews render is accepted', () => {
  const frame =
    '&lt;iframe src=&quot;https://a.com/it&#39;s?a=1&amp;b=2&quot; allow=&quot;fullscreen&quot;&gt;&lt;/iframe&gt;';
  const image = "background-image: url(&quot;https://a.com/position_(1)'s.png?a=1&amp;b=2&quot;)";
  for (const preview of [
    `<a data-id="${frame}" href="https://a.com/it's" title="A film"><img src="/external_content/b"></a>`,
    '<a data-id="dQw4w9_-XcQ" href="https://youtu.be/dQw4w9_-XcQ"><img src="/external_content/b"></a>',
    `<a class="message_embed_image" href="https://a.com" style="${image}"></a>`,
  ])
    assert.ok(isAllowedHtml(preview), preview);
});

test('scripts and elements that load something are refused', () => {
  for (const hostile of [
    '<script>x</script>',
    '<p onclick="x">a</p>',
    '<a href="javascript:x">a</a>',
    '<a href="&#106;avascript:x">a</a>',
    '<a href=javascript:x>a</a>',
    "<a title='>' href='x'>a</a>",
    '<img src="data:text/html,x">',
    '<iframe src="/x"></iframe>',
    '<p>a',
    '<p>a</div>',
    '<blockquote/>a',
    '<p><a href="/x"/>a</p>',
    '<p><span style="color:red"/>a</p>',
    'a > b',
    '<p',
    '<!-- a -->',
    '<svg onload="x"></svg>',
    '<math><mi href="javascript:x">a</mi></math>',
    '<span style="background:url(javascript:x)">a</span>',
    '<a data-id="&lt;iframe srcdoc=x&gt;&lt;/iframe&gt;" href="/x">a</a>',
    '<a data-id="&lt;iframe src=&quot;java&amp;#115;cript:x&quot;&gt;&lt;/iframe&gt;" href="/x">a</a>',
    '<a data-id="&lt;iframe src=&quot;https://x&quot;onload=&quot;y&quot;&gt;&lt;/iframe&gt;" href="/x">a</a>',
    '<img class="inline-image" data-original-src="javascript:x" src="/x">',
    '<audio controls data-original-url="javascript:x" src="/x"></audio>',
    '<a href="https://x" style="position: fixed; top: 0px; width: 9999px">a</a>',
    '<a style="background-image: url(&quot;/x&quot;); position: fixed; a: url(&quot;)">a</a>',
    '<form action="/x"></form>',
    '<p/onclick="x">a</p>',
  ])
    assert.ok(!isAllowedHtml(hostile), hostile);
});
