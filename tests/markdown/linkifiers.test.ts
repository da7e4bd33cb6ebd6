// Linkifiers: accepted patterns, where they match, and the links of a topic.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CompiledLinkifier,
  compileLinkifier,
  LinkifierError,
  linkifyTopic,
} from '../../src/markdown/linkifiers.ts';
import { render } from './support.ts';

const linkifier = (pattern: string, urlTemplate: string) => compileLinkifier({ id: 1, pattern, urlTemplate });
const ISSUE = linkifier('#(?P<id>[0-9]+)', 'https://t.example/{id}');

describe('creating a linkifier', () => {
  const refusedPatterns: readonly (readonly [string, string, LinkifierError['code'], RegExp])[] = [
    ['(', 'https://a.com', 'BAD_PATTERN', /^Bad regular expression: /],
    ['a(?=b)', 'https://a.com', 'BAD_PATTERN', /^Bad regular expression: /],
    ['(?P<x>a)(?P=x)', 'https://a.com/{x}', 'BAD_PATTERN', /^Bad regular expression: /],
    ['', 'https://a.com', 'BAD_PATTERN', /^Bad regular expression: /],
    ['(?:(?:a{500}){500}){500}', 'https://a.com', 'BAD_PATTERN', /^Bad regular expression: /],
    ['#(?P<id>[0-9]+)', 'https://a.com/{id', 'BAD_TEMPLATE', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'https://a.com/"{id}', 'BAD_TEMPLATE', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'javascript:alert({id})', 'BAD_TEMPLATE', /^Invalid URL template\.$/],
    [
      '#(?P<id>[0-9]+)',
      'https://a.com/{num}',
      'GROUP_MISSING_IN_PATTERN',
      /^Group 'num' in URL template is not present in linkifier pattern\.$/,
    ],
    [
      '(?P<org>[a-z]+)#(?P<id>[0-9]+)',
      'https://a.com/{id}',
      'GROUP_MISSING_IN_TEMPLATE',
      /^Group 'org' in linkifier pattern is not present in URL template\.$/,
    ],
  ];
  for (const [pattern, template, code, message] of refusedPatterns) {
    it(`refuses ${JSON.stringify(pattern)} with ${JSON.stringify(template)}`, () => {
      assert.throws(
        () => linkifier(pattern, template),
        (error) => error instanceof LinkifierError && error.code === code && message.test(error.message),
      );
    });
  }

  it('accepts the forms of RFC 6570', () => {
    const text = 'x:a b/c';
    const found = (template: string) => linkifier('x:(?P<q>.+)', template).find(text)[0]?.url;
    assert.equal(found('https://a.com/{q}'), 'https://a.com/a%20b%2Fc');
    assert.equal(found('https://a.com/{+q}'), 'https://a.com/a%20b/c');
    assert.equal(found('https://a.com{?q}'), 'https://a.com?q=a%20b%2Fc');
  });
});

describe('linkifiers in a message', () => {
  const html = (source: string, ...linkifiers: ReturnType<typeof linkifier>[]) =>
    render(source, { linkifiers }).html;
  const link = (text: string) => `<a href="https://t.example/${text.slice(1)}">${text}</a>`;

  it('match between spaces and punctuation, several times', () => {
    assert.equal(html('#1 #2, (#3)', ISSUE), `<p>${link('#1')} ${link('#2')}, (${link('#3')})</p>`);
  });

  it('do not match within words, code or links', () => {
    assert.equal(html('a#1 #1a', ISSUE), '<p>a#1 #1a</p>');
    assert.equal(html('`#1`', ISSUE), '<p><code>#1</code></p>');
    assert.equal(html('[#1](http://a.com)', ISSUE), '<p><a href="http://a.com">#1</a></p>');
  });

  it('are applied in their order', () => {
    const long = linkifier('#(?P<id>[0-9]+)b', 'https://b.example/{id}');
    assert.equal(html('#1b', long, ISSUE), '<p><a href="https://b.example/1">#1b</a></p>');
  });

  it('never make an unsafe address', () => {
    const open = linkifier('go (?P<url>\\S+)', '{+url}');
    assert.equal(html('go javascript:alert', open), '<p>go javascript:alert</p>');
  });

  it('take linear time for patterns that backtrack in other engines', () => {
    const evil = linkifier('(?P<x>(a+)+)c', 'https://a.com/{x}');
    assert.equal(html('a'.repeat(2000), evil), `<p>${'a'.repeat(2000)}</p>`);
  });
});

describe('the bounds of linkifiers in one message', () => {
  const linksIn = (source: string, ...linkifiers: CompiledLinkifier[]) =>
    render(source, { linkifiers }).html.split('<a ').length - 1;

  it('are a thousand links, over all linkifiers', () => {
    const other = linkifier('!(?P<id>[0-9]+)', 'https://o.example/{id}');
    assert.equal(linksIn('#1 '.repeat(1000), ISSUE, other), 1000);
    assert.equal(linksIn('#1 !1 '.repeat(600), ISSUE, other), 1000);
    assert.equal(linksIn('#1 '.repeat(600).concat('\n\n- ', '#1 '.repeat(600)), ISSUE), 1000);
  });

  it('are fifty thousand matches: two hundred linkifiers at 250 items of a list', () => {
    const others = Array.from({ length: 199 }, (_, n) =>
      linkifier(`X${n}-(?P<id>[0-9]+)`, 'https://o.example/{id}'),
    );
    assert.equal(linksIn('- #1\n'.repeat(250), ...others, ISSUE), 250);
    assert.equal(linksIn('- #1\n'.repeat(300), ...others, ISSUE), 250);
    assert.equal(linksIn('- #1\n'.repeat(300), ISSUE), 300);
  });

  it('stop large patterns in long texts, while others continue', () => {
    const large = linkifier('(?P<word>([a-z]{1,30}){1,20}!)', 'https://l.example/{word}');
    assert.equal(linksIn('abc! #1', large, ISSUE), 2);
    assert.equal(linksIn(`abc! #1 ${'a '.repeat(1000)}`, large, ISSUE), 1);
  });
});

describe('links of a topic', () => {
  it('come from linkifiers, then from addresses, in order of position', () => {
    assert.deepEqual(linkifyTopic('see a.com/x, #12 and http://b.com', [ISSUE]), [
      { text: 'a.com/x', url: 'https://a.com/x' },
      { text: '#12', url: 'https://t.example/12' },
      { text: 'http://b.com', url: 'http://b.com' },
    ]);
  });

  it('do not overlap: earlier linkifiers win', () => {
    const range = linkifier('#(?P<id>[0-9]+-[0-9]+)', 'https://r.example/{id}');
    assert.deepEqual(linkifyTopic('#1-2 #3', [range, ISSUE]), [
      { text: '#1-2', url: 'https://r.example/1-2' },
      { text: '#3', url: 'https://t.example/3' },
    ]);
  });

  it('do not exist in a plain topic', () => {
    assert.deepEqual(linkifyTopic('release notes 1.2', [ISSUE]), []);
  });
});
