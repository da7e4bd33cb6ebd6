// What is read from the head of a linked page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { type PageSummary, readPageHead } from '../../src/model/link-previews/page-summary.ts';

const ADDRESS = 'https://example.com/articles/one?x=1';
const image = '<meta property="og:image" content="https://img.example.com/a.png">';
const imageUrl = 'https://img.example.com/a.png';

const cases: readonly (readonly [
  what: string,
  html: string,
  summary: Omit<PageSummary, 'kind'> | undefined,
])[] = [
  ['nothing', '', undefined],
  ['a page without a picture', '<title>T</title><meta name="description" content="D">', undefined],
  ['a picture alone', image, { imageUrl }],
  [
    'the usual three',
    `<html><head>${image}<meta property="og:title" content="A &amp; B"><meta property="og:description" content=" two\n words ">`,
    { imageUrl, title: 'A & B', description: 'two words' },
  ],
  [
    'the title and the description that every page has',
    `<head><title> The\n page </title><meta name="description" content="D">${image}</head>`,
    { imageUrl, title: 'The page', description: 'D' },
  ],
  [
    'Open Graph before others, the first of several',
    `<title>no</title><meta name="twitter:title" content="no"><meta property="og:title" content="yes"><meta property="og:title" content="late">${image}`,
    { imageUrl, title: 'yes' },
  ],
  ['names in capitals', `<META PROPERTY="OG:IMAGE" CONTENT="${imageUrl}">`, { imageUrl }],
  [
    'a picture relative to the page',
    '<meta property="og:image" content="../b.png">',
    { imageUrl: 'https://example.com/b.png' },
  ],
  [
    'a picture relative to the base',
    '<base href="/elsewhere/"><link rel="image_src" href="b.png">',
    { imageUrl: 'https://example.com/elsewhere/b.png' },
  ],
  [
    'a picture in the address itself',
    '<meta property="og:image" content="data:image/png;base64,AAAA">',
    undefined,
  ],
  ['a script as a picture', '<meta property="og:image" content="javascript:alert(1)">', undefined],
  ['no address', '<meta property="og:image" content="http://[">', undefined],
  ['elements in the body', `<head></head><body>${image}</body>`, undefined],
  ['elements in a script', `<script>'${image}'</script>`, undefined],
  [
    'an empty title',
    `<meta property="og:title" content=" "><title>T</title>${image}`,
    { imageUrl, title: 'T' },
  ],
];

for (const [what, html, summary] of cases) {
  test(`the summary of a page: ${what}`, () =>
    assert.deepEqual(readPageHead(html, ADDRESS).summary, summary && { kind: 'website', ...summary }));
}

test('bound linkPreviewTitleCharacters linkPreviewDescriptionCharacters linkPreviewAddressCharacters linkPreviewCharacters: long texts are truncated, and long addresses and anything far into the page are ignored', () => {
  const long = 'é'.repeat(1000);
  const { summary } = readPageHead(
    `${image}<title>${long}</title><meta name="description" content="${long}">`,
    ADDRESS,
  );
  assert.deepEqual(
    [summary?.title?.length, summary?.description?.length],
    [limits.linkPreviewTitleCharacters, limits.linkPreviewDescriptionCharacters],
  );
  const address = `https://example.com/${'a'.repeat(limits.linkPreviewAddressCharacters)}`;
  assert.equal(readPageHead(`<meta property="og:image" content="${address}">`, ADDRESS).summary, undefined);
  assert.equal(
    readPageHead(`<!--${' '.repeat(limits.linkPreviewCharacters)}-->${image}`, ADDRESS).summary,
    undefined,
  );
});

const oembed = (rel: string, type: string, href: string) =>
  `<link rel="${rel}" type="${type}" href="${href}">`;
const oembedCases: readonly (readonly [what: string, html: string, address: string | undefined])[] = [
  [
    'its address',
    oembed('alternate', 'application/json+oembed', 'https://example.com/o?a=1&amp;b=2'),
    'https://example.com/o?a=1&b=2',
  ],
  ['one relative to the page', oembed('alternate', 'application/json+oembed', '/o'), 'https://example.com/o'],
  [
    'the old spelling, with words behind the type',
    oembed('Alternative', 'application/json+oembed; charset=utf-8', '/o'),
    'https://example.com/o',
  ],
  [
    'the first of several',
    oembed('alternate', 'application/json+oembed', '/1') +
      oembed('alternate', 'application/json+oembed', '/2'),
    'https://example.com/1',
  ],
  ['XML', oembed('alternate', 'text/xml+oembed', '/o'), undefined],
  ['another feed', oembed('alternate', 'application/rss+xml', '/o'), undefined],
  ['a script', oembed('alternate', 'application/json+oembed', 'javascript:x'), undefined],
];
for (const [what, html, address] of oembedCases) {
  test(`the oEmbed of a page: ${what}`, () => assert.equal(readPageHead(html, ADDRESS).oembedUrl, address));
}
