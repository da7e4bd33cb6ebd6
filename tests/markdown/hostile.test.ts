/** Texts written to attack the page, the clients or the server. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkHtml } from './html-checker.ts';
import { html, render } from './support.ts';

const LENGTH = 10_000;
const fill = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);

describe('markup typed by users', () => {
  const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
    ['a script element', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['an event handler', '<img src=x onerror=a>', '<p>&lt;img src=x onerror=a&gt;</p>'],
    ['a comment', '<!-- x -->', '<p>&lt;!-- x --&gt;</p>'],
    ['a script address', '[a](javascript:alert)', '<p>[a](javascript:alert)</p>'],
    ['a script address in capitals', '[a](JavaScript:alert)', '<p>[a](JavaScript:alert)</p>'],
    ['a script address after spaces', '[a](  javascript:alert)', '<p>[a](  javascript:alert)</p>'],
    ['a data address', '[a](data:text/html,x)', '<p>[a](data:text/html,x)</p>'],
    [
      'a scheme written as an entity',
      '[a](&#106;avascript:x)',
      '<p><a href="http://&#106;avascript:x">a</a></p>',
    ],
    ['a scheme cut by a control character', '[a](java\u0001script:x)', '<p>[a](javascript:x)</p>'],
    [
      'an attribute in a title',
      `[a](http://a.com 'x" onclick="y')`,
      '<p><a href="http://a.com" title="x&quot; onclick=&quot;y">a</a></p>',
    ],
    [
      'an attribute in an address',
      '[a](http://a.com/"onclick=y)',
      '<p><a href="http://a.com/&quot;onclick=y">a</a></p>',
    ],
    [
      'an attribute in a language',
      '```a"b\nx\n```',
      '<div class="codehilite" data-code-language="a"><pre><span></span><code>x\n</code></pre></div>',
    ],
    ['a placeholder of the parser', '`a` \u00020\u0003', '<p><code>a</code> 0</p>'],
    ['a lone surrogate', 'a\ud800b', '<p>a\ufffdb</p>'],
    ['markup in a formula', '$$<b>$$', ''],
  ];
  for (const [name, source, expected] of cases) {
    it(`is text: ${name}`, () => {
      const rendered = html(source);
      checkHtml(rendered);
      if (expected !== '') assert.equal(rendered, expected);
    });
  }

  it('is escaped in names that lookups return', () => {
    const evil = { id: 7, fullName: '<b>"&', isActive: true };
    assert.equal(
      render('@**|7**', {}, { userById: () => evil }).html,
      '<p><span class="user-mention" data-user-id="7">@&lt;b&gt;"&amp;</span></p>',
    );
  });

  it('cannot leave the style of a website preview', () => {
    const imageUrl = 'http://a.com/");x:url("y';
    const { html: preview } = render(
      'http://a.com',
      {},
      { linkPreview: () => ({ kind: 'website', imageUrl, title: '<b>' }) },
    );
    checkHtml(preview);
    assert.match(preview, /style="background-image: url\(&quot;http:\/\/a\.com\/%22\);x:url\(%22y&quot;\)"/);
  });

  it('never links in a formula', () => {
    const rendered = html('$$\\href{javascript:alert(1)}{x}$$');
    assert.doesNotMatch(rendered, /href="/);
  });
});

/** Quotes in lists, each nested in the previous one. */
function nestedFences(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- \`\`\`quote`).join('\n');
}

describe('deeply nested or long repeated text', () => {
  const units = [
    ...[
      '>',
      '> ',
      '>\n',
      '> a\n',
      '- ',
      '+ - ',
      '1. ',
      '> - ',
      '- ```\n',
      '> ```\n',
      '```\n',
      '```quote\n',
      '~~~spoiler x\n',
    ],
    ...[
      '*',
      '*a ',
      '**a ',
      '***a* ',
      '~~a ',
      '`',
      '\\`',
      '[',
      '[](',
      '[a](',
      '[a](b "',
      '![',
      '![](/user_uploads/',
    ],
    ...[
      '@**',
      ' @**a',
      ' @*a*',
      ' #**a>',
      '<time:',
      '$$',
      '$$a ',
      '$$a\\$',
      ':a',
      ':smile:',
      '(http://a/',
      'a.',
      'a.a@',
      ':a.com',
    ],
    ...[
      '#12 ',
      '&amp',
      '👍\u200d',
      '🇦',
      '|',
      '|a',
      '# ',
      '_ ',
      ' ',
      '\t',
      '\n',
      '\u00a0 ',
      '<',
      '"',
      "'",
      '((',
      '{',
      '\\',
    ],
  ];
  for (const unit of units) {
    it(`renders ${JSON.stringify(unit)} over and over`, () => checkHtml(html(fill(unit))));
  }

  it('renders quotes up to a bounded depth, and deeper ones as text', () => {
    const depth = html(`${'>'.repeat(5000)} a`).split('<blockquote>').length - 1;
    assert.equal(depth, 100);
    assert.match(html(`${'>'.repeat(5000)} a`), /<p>(?:&gt;)+ a<\/p>/);
  });

  it('renders lists and fences up to a bounded depth', () => {
    assert.equal(html('+ '.repeat(5000)).split('<ul>').length - 1, 100);
    assert.equal(html(`${'```quote\n'.repeat(1000)}a`).split('<blockquote>').length - 1, 100);
  });

  it('bounds the depth of quotes in fences in lists together', () => {
    const rendered = html(`${'~~~quote\n'.repeat(60)}${'> '.repeat(200)}a`);
    assert.equal(rendered.split('<blockquote>').length - 1, 100);
  });

  const table = `${'|'.repeat(101)}\n${'|-'.repeat(100)}|\n${'|\n'.repeat(100)}\n`;
  const tooMuch: readonly (readonly [name: string, source: string])[] = [
    ['quotes that hold the same lines', `${'>'.repeat(99)}a\n${'b\n'.repeat(4900)}`],
    ['lists in quotes that hold the same lines', `${'> - '.repeat(50)}a\n${'b\n'.repeat(4800)}`],
    ['fences that hold the same lines', `${nestedFences(40)}${'\n'.repeat(7000)}${' '.repeat(80)}a`],
    ['tables of empty cells', fill(table)],
    ['nested links without an end', `${'[](x:'.repeat(1650)}${')'.repeat(1650)}`],
  ];
  for (const [name, source] of tooMuch) {
    it(`shows text that takes too much work as typed: ${name}`, () => {
      const rendered = html(source);
      checkHtml(rendered);
      assert.match(rendered, /<p><em>Shown as typed/);
    });
  }

  it('shows a table and quotes of a whole message', () => {
    assert.equal(html(fill(`|a|b|\n|-|-|\n${'|c|d|\n'.repeat(2000)}`)).split('<tr>').length - 1, 1666);
    assert.equal(html(fill('> > > a\n> > b\n> c\n\n')).split('<blockquote>').length - 1, 1580);
  });

  it('shows a formula that is too large as its source', () => {
    assert.match(html(`$$${'{'.repeat(3000)}x${'}'.repeat(3000)}$$`), /^<p><span class="tex-error">\$\$\{/);
  });

  it('shows code whose grammar takes too long without colors, but completely', () => {
    const code = 'a'.repeat(9000);
    assert.ok(html(`\`\`\`css\n${code}\n\`\`\``).includes(code));
  });
});
