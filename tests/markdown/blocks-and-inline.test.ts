/** Details of the dialect beyond the table of examples. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { utcTime } from '../../src/markdown/times.ts';
import { html, render } from './support.ts';

const code = (text: string, name?: string) =>
  `<div class="codehilite"${name === undefined ? '' : ` data-code-language="${name}"`}><pre><span></span><code>${text}\n</code></pre></div>`;

describe('blocks', () => {
  const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
    ['bullets of all kinds are one list', '- a\n* b\n+ c', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>'],
    ['bullets and numbers are two lists', '- a\n1. b', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>'],
    ['a list may start at zero', '0. a', '<ol start="0">\n<li>a</li>\n</ol>'],
    ['ten follows nine', '9. a\n10. b', '<ol start="9">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['four spaces nest one level', '- a\n    - b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['an indented list is a list', '  - a\n  - b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['a paragraph ends a list after a blank line', '- a\n\nb', '<ul>\n<li>a</li>\n</ul>\n<p>b</p>'],
    [
      'only the items next to a blank line are loose',
      '- a\n- b\n\n- c\n- d',
      '<ul>\n<li>a</li>\n<li>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n<li>d</li>\n</ul>',
    ],
    ['a quote in an item', '- a\n  > b', '<ul>\n<li>a<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n</ul>'],
    [
      'a fence in an item',
      '- a\n  ```\n  x\n  ```\n- b',
      `<ul>\n<li>a${code('x')}\n</li>\n<li>b</li>\n</ul>`,
    ],
    ['a fence in a quote', '> ```\n> x\n> ```\n> b', `<blockquote>\n${code('x')}\n<p>b</p>\n</blockquote>`],
    ['a quote of two paragraphs', '> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    ['a quote after a line of text', 'a\n> b', '<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>'],
    [
      'a longer fence holds a shorter one',
      '````quote\n```\nx\n```\n````',
      `<blockquote>\n${code('x')}\n</blockquote>`,
    ],
    ['a named fence within one of the same length', '```quote\n```py\n```\n```\nafter', '<p>after</p>'],
    ['a fence interrupts a paragraph', 'a\n```\nx\n```\nb', `<p>a</p>\n${code('x')}\n<p>b</p>`],
    [
      'a table without outer pipes',
      'a|b\n:-|-:\n1|2|3',
      '<table>\n<thead>\n<tr>\n<th style="text-align: left;">a</th>\n<th style="text-align: right;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">1</td>\n<td style="text-align: right;">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'a pipe in code does not split',
      '|a|\n|-|\n|`x|y`|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x|y</code></td>\n</tr>\n</tbody>\n</table>',
    ],
    ['a table does not interrupt a paragraph', 'x\n|a|\n|-|', '<p>x<br>\n|a|<br>\n|-|</p>'],
    ['rules may be spaced', '- - -', '<hr>'],
    ['seven hashes are text', '####### a', '<p>####### a</p>'],
    ['blank lines of code stay', '```\na\n\n  b  \n```', code('a\n\n  b')],
    ['tabs indent code', '\tx', code('x')],
    ['carriage returns are line ends', 'a\r\nb', '<p>a<br>\nb</p>'],
    ['an empty text renders as nothing', '', ''],
  ];
  for (const [name, source, expected] of cases) {
    it(name, () => assert.equal(html(source), expected));
  }
});

describe('code', () => {
  it('has the display name of its language, or the word typed', () => {
    for (const [word, name] of [
      ['c++', 'C++'],
      ['.py', 'Python'],
      ['{.py}', 'Python'],
      ['R', 'S'],
      ['svelte', 'svelte'],
      ['txt', 'txt'],
      ['html', 'HTML'],
    ] as const) {
      assert.ok(html(`\`\`\`${word}\n\n\`\`\`x\n`).includes(` data-code-language="${name}"`), word);
    }
  });

  it('has a class for every kind of keyword', () => {
    const highlighted = html('```kotlin\nclass A constructor()\n```');
    assert.match(highlighted, /<span class="kd">class<\/span> A <span class="k">constructor<\/span>/);
  });

  it('uses the default language of the organization for fences only', () => {
    const settings = { defaultCodeLanguage: 'Python' };
    assert.match(render('```\nx\n```', settings).html, /data-code-language="Python"/);
    assert.doesNotMatch(render('    x', settings).html, /data-code-language/);
    const byDefault = (defaultCodeLanguage: string) =>
      render('```\nx\n\ny\n```', { defaultCodeLanguage }).html;
    assert.equal(byDefault('quote'), '<blockquote>\n<p>x</p>\n<p>y</p>\n</blockquote>');
    assert.equal(byDefault('Math').match(/katex-display/g)?.length, 2);
    assert.match(byDefault('spoiler'), /^<div class="spoiler-block">/);
    assert.match(render('> ```\n> x\n> ```', { defaultCodeLanguage: 'quote' }).html, /(?:<blockquote>\n){2}/);
  });

  it('is colored by flat spans within lines, and loses no text', () => {
    const source = 'def f(x):\n    """a\n    b <c>"""\n    return None  # d & e';
    const rendered = html(`\`\`\`python\n${source}\n\`\`\``);
    assert.match(rendered, /<span class="k">def<\/span>/);
    assert.match(rendered, /<span class="kc">None<\/span>/);
    assert.doesNotMatch(rendered, /<span class="[^"]*">[^<]*(?:\n|<span)/);
    const text = rendered
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    assert.equal(text.replaceAll('&amp;', '&'), `${source}\n`);
  });

  it('only uses class names that clients know', () => {
    const samples = {
      js: 'import a from "b"; const f = async (x) => x + /re/g; class A {} // c',
      html: '<!doctype html><a href="x">&amp;</a><!-- c -->',
      css: '@media x { a:hover { color: #fff !important } }',
      bash: '#!/bin/sh\nif [ "$A" = 1 ]; then echo "a"; fi # c',
      rust: 'fn main() -> Result<(), E> { println!("{}", 1u8); } // c',
      sql: "SELECT a, count(*) FROM t WHERE x = 'y' -- c",
      yaml: 'a: 1\nb:\n  - "x" # c',
      diff: '@@ -1 +1 @@\n-a\n+b',
      java: '@Override public int f(String s) { return 1; }',
      console: '$ ls\nout',
    };
    const tokenClasses =
      'k kc kd kn kp kr kt n na nb bp nc no nd ni ne nf fm py nl nn nx nt nv vc vg vi vm l ld s sa sb sc dl sd s2 se sh si sx sr s1 ss m mb mf mh mi il mo o ow p pm c ch cm cp cpf c1 cs g gd ge ges gr gh gi go gp gs gu gt w err esc x'.split(
        ' ',
      );
    for (const [language, sample] of Object.entries(samples)) {
      const classes = [...html(`\`\`\`${language}\n${sample}\n\`\`\``).matchAll(/<span class="([^"]*)"/g)];
      assert.ok(classes.length > 0, language);
      for (const [, name = ''] of classes) assert.ok(tokenClasses.includes(name), `${name} in ${language}`);
    }
  });
});

describe('inline', () => {
  const link = (url: string, text = url) => `<a href="${url}">${text}</a>`;
  const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
    ['code wins over emphasis', '**a `b** c`', '<p>**a <code>b** c</code></p>'],
    ['emphasis within emphasis', '*foo *bar**', '<p><em>foo <em>bar</em></em></p>'],
    ['emphasis around emphasis', '*foo *bar* baz*', '<p><em>foo <em>bar</em> baz</em></p>'],
    [
      'emphasis nested deeper than it is rendered',
      `${'*a '.repeat(9)}a${'* a'.repeat(9)}`,
      `<p>*a ${'<em>a '.repeat(8)}a${'</em> a'.repeat(8)}* a</p>`,
    ],
    ['emphasis within strong', '**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
    ['strong within emphasis', '*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
    ['a backtick after a backslash opens nothing', '\\`a`', '<p>\\`a`</p>'],
    ['code over lines', '`a\nb`', '<p><code>a\nb</code></p>'],
    ['three tildes are text', '~~~a~~', '<p>~~~a~~</p>'],
    ['parentheses in an address', '[a](http://x.com/(b))', `<p>${link('http://x.com/(b)', 'a')}</p>`],
    ['brackets in a link text', '[a [b] c](http://x.com)', `<p>${link('http://x.com', 'a [b] c')}</p>`],
    ['spaces in an address', '[a](http://x.com/b c)', `<p>${link('http://x.com/b%20c', 'a')}</p>`],
    ['an address in angle brackets', '[a](<http://x.com>)', `<p>${link('http://x.com', 'a')}</p>`],
    ['a local address', '[a](/x) [b](#c)', `<p>${link('/x', 'a')} ${link('#c', 'b')}</p>`],
    ['an address without scheme', '[a](foo/bar)', `<p>${link('http://foo/bar', 'a')}</p>`],
    ['a mail address', '[a](x@y)', `<p>${link('mailto:x@y', 'a')}</p>`],
    [
      'a link in a link text keeps its text',
      '[see #**design**](http://x.com)',
      `<p>${link('http://x.com', 'see #design')}</p>`,
    ],
    [
      'an own upload loses its origin',
      '[f](http://zulip.example/user_uploads/1/f)',
      `<p>${link('user_uploads/1/f', 'f')}</p>`,
    ],
    [
      'closing punctuation',
      '(see http://a.com/x_(y)), a.com!',
      `<p>(see ${link('http://a.com/x_(y)')}), ${link('http://a.com', 'a.com')}!</p>`,
    ],
    [
      'no link in the middle of a word',
      'x**http://a.com** a@b.com/x end.The',
      '<p>x<strong>http://a.com</strong> a@b.com/x end.The</p>',
    ],
    ['no link for file names', 'a.py README.md Main.java x.zip', '<p>a.py README.md Main.java x.zip</p>'],
    ['other schemes', 'zotero://select/1', `<p>${link('zotero://select/1')}</p>`],
    [
      'a topic without messages',
      '#**design>unused**',
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-design/topic/unused">#design &gt; unused</a></p>',
    ],
    [
      'a message in the general chat',
      '#**design>@214**',
      '<p><a class="message-link" href="/#narrow/channel/9-design/topic//near/214">#design &gt; <em>general chat</em> @ 💬</a></p>',
    ],
    ['a channel after a bracket stays text', '[#**design**', '<p>[#<strong>design</strong></p>'],
    ['money is not a formula', '$5 and $6, a$$b$$', '<p>$5 and $6, a$$b$$</p>'],
    ['references to unknown entities', '&nosuch; &#42;', '<p>&amp;nosuch; &#42;</p>'],
    [
      'numbers of no character',
      '&#0; &#8; &#9; &#11; &#31; &#32; &#126; &#127; &#159; &#160;',
      '<p>&amp;#0; &amp;#8; &#9; &amp;#11; &amp;#31; &#32; &#126; &amp;#127; &amp;#159; &#160;</p>',
    ],
    [
      'numbers of surrogates and noncharacters',
      '&#xD7FF; &#xD800; &#xFDCF; &#xFDD0; &#xFFFD; &#xFFFE; &#x1FFFF; &#x10FFFD; &#x110000;',
      '<p>&#xD7FF; &amp;#xD800; &#xFDCF; &amp;#xFDD0; &#xFFFD; &amp;#xFFFE; &amp;#x1FFFF; &#x10FFFD; &amp;#x110000;</p>',
    ],
  ];
  for (const [name, source, expected] of cases) {
    it(name, () => assert.equal(html(source), expected));
  }
});

describe('times', () => {
  for (const [typed, expected] of [
    ['2024-01-02', '2024-01-02T00:00:00Z'],
    ['2024-01-02T03:04', '2024-01-02T03:04:00Z'],
    ['2024-01-02 03:04:05Z', '2024-01-02T03:04:05Z'],
    ['20240102T030405-0800', '2024-01-02T11:04:05Z'],
    ['2024-02-29T23:59:59.5+00', '2024-02-29T23:59:59Z'],
    ['2023-02-29', undefined],
    ['2024-13-01', undefined],
    ['2024-01-02T24:01', undefined],
    ['0001-01-01T00:00+01:00', undefined],
    ['9999-12-31T23:00-05:00', undefined],
    ['1704164645', undefined],
    ['Jan 2 2024', undefined],
    ['2024-01-02T', undefined],
  ] as const) {
    it(`reads ${typed} as ${expected ?? 'no time'}`, () => assert.equal(utcTime(typed), expected));
  }
});
