// Untrusted text in messages cannot break out of its place, whatever it contains.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfHtml } from '../../src/model/incoming-webhooks/html-to-text.ts';
import {
  code,
  codeBlock,
  link,
  plainLine,
  quote,
  timeMark,
  topicLine,
  withoutMentions,
} from '../../src/model/incoming-webhooks/untrusted-markdown.ts';

test('a label cannot break out of its link', () => {
  for (const [words, url, expected] of [
    ['PR #5', 'https://x.example/5', '[PR #5](https://x.example/5)'],
    ['a [b] c', 'https://x.example', '[a [b] c](https://x.example)'],
    ['a](https://evil.example) [b', 'https://x.example', '[a)(https://evil.example) (b](https://x.example)'],
    ['a]', 'https://x.example', '[a)](https://x.example)'],
    ['two\nlines', 'https://x.example', '[two lines](https://x.example)'],
    ['a ` tick', 'https://x.example', "[a ' tick](https://x.example)"],
    ['', 'https://x.example', '[https://x.example](https://x.example)'],
  ] as const) {
    assert.equal(link(words, url), expected);
  }
});

test('an address cannot break out of its link, and must be http or https', () => {
  for (const [url, expected] of [
    ['https://x.example/a(b)c', '[a](https://x.example/a%28b%29c)'],
    [
      'https://x.example/a) [b](https://evil.example',
      '[a](https://x.example/a%29%20[b]%28https://evil.example)',
    ],
    ['https://x.example/<b>"', '[a](https://x.example/%3Cb%3E%22)'],
    ['javascript:alert(1)', 'a'],
    ['//x.example', 'a'],
    ['https://x.example/\nb', 'a'],
    ['', 'a'],
  ] as const) {
    assert.equal(link('a', url), expected);
  }
});

test('inline text opens no markup', () => {
  for (const [words, expected] of [
    ['a\r\n\tb', 'a b'],
    ['[x](https://evil.example)', '[x] (https://evil.example)'],
    ['one ` tick', "one ' tick"],
    ['two `ticks`', 'two `ticks`'],
    ['$$ alone', '$ $ alone'],
    ['x'.repeat(400), `${'x'.repeat(300)}…`],
  ] as const) {
    assert.equal(plainLine(words), expected);
  }
  assert.equal(code('a`b'), "`a'b`");
});

test('a quote ends at its end', () => {
  assert.equal(quote(' said \n'), '``` quote\nsaid\n```');
  assert.equal(quote('a\n```\nb'), '```` quote\na\n```\nb\n```\n````');
  assert.equal(quote('````js\nb\n````'), '````` quote\n````js\nb\n````\n`````');
  assert.equal(quote('~~~\nopen'), '```` quote\n~~~\nopen\n~~~\n````');
  assert.equal(quote(''), '');
  assert.equal(codeBlock('a\n```\n'), '```` text\na\n```\n````');
});

test('a quote ends at its end, however many fences it contains', () => {
  for (const mark of ['`', '~']) {
    const run = mark.repeat(50);
    const quotedText = `${run} ${run} ${mark.repeat(20)}`;
    const fence = '`'.repeat(51);
    const run120 = mark.repeat(120);
    assert.equal(codeBlock(`a\n${run120}\nb`), `${fence} text\na\n${quotedText}\nb\n${fence}`);
    assert.equal(quote(`a\n${run120}\nb`).split('\n').at(-1), fence);
    assert.equal(quote(`a\n${run120}\nb`).split('\n')[2], quotedText);
  }
});

test('text at the beginning of a line opens no fence', () => {
  assert.equal(plainLine('~~~ quote'), '~~ ~ quote');
  assert.equal(plainLine('````'), '`` ``');
  assert.equal(plainLine('``````js'), '`` `` ``js');
  assert.equal(plainLine('~~a~~'), '~~a~~');
});

test('nothing mentions anyone', () => {
  assert.equal(
    withoutMentions('@**all** @_**Mel** @*group* a@b.example'),
    '@\u200b**all** @\u200b_**Mel** @\u200b*group* a@b.example',
  );
});

test('topics are one line, and times are times', () => {
  assert.equal(topicLine(' a\nb\tc '), 'a b c');
  assert.equal(topicLine(`a${'\n'.repeat(100_000)}b`), 'a …');
  assert.equal(timeMark('2026-01-02T03:04:05+00:00'), '<time:2026-01-02T03:04:05Z>');
  assert.equal(timeMark(0), '<time:1970-01-01T00:00:00Z>');
  assert.equal(timeMark('soon `x'), "soon 'x");
});

test('HTML is reduced to its visible text', () => {
  assert.equal(textOfHtml('<p>a &amp; <b>b</b><br>c</p><script>d'), 'a & b\nc\nd');
  assert.equal(textOfHtml('<img src="https://x.example/a.png" alt="x">'), 'https://x.example/a.png');
  for (const piece of ['<', '<img ', '<img src="https:x" ']) {
    assert.ok(textOfHtml(piece.repeat(300_000)).length <= 20_001);
  }
});
