// Text typed literally in another service stays literal here: no mention, heading or formatting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMattermostText } from '../../src/imports/mattermost/markup.ts';
import { fromSlackText } from '../../src/imports/slack/markup.ts';
import { richText } from '../../src/imports/slack/rich-text.ts';
import { textOutsideCode } from '../../src/markdown/fences.ts';
import { GROUP_MENTION, USER_MENTION } from '../../src/markdown/mentions.ts';

const names = {
  mention: (id: string) => (id === 'U1' || id === 'ann' ? '@**Ann|1**' : undefined),
  channel: () => undefined,
  isOwnEmoji: () => false,
};
const rich = (...elements: unknown[]) =>
  richText([{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }], names);
const text = (content: string, style?: Record<string, boolean>) => ({ type: 'text', text: content, style });

test('typed mention syntax mentions no one', () => {
  const typed = ['@**all**', '@_**ben|2**', '(@*crew*', '#**general**', 'https://x.example/@**all**'];
  for (const one of typed) {
    const read = [
      fromSlackText(one, names),
      fromSlackText(`<https://x.example|${one}> <!subteam^S1|${one}> <#C1|${one}> <@U2|${one}>`, names),
      rich(text(one), { type: 'link', url: one, text: '' }, { type: 'date', fallback: one }) ?? '',
      fromMattermostText(one, names),
      fromMattermostText(one.replaceAll('**', '__'), names),
    ];
    for (const result of read) {
      assert.doesNotMatch(result, new RegExp(USER_MENTION.source), one);
      assert.doesNotMatch(result, new RegExp(GROUP_MENTION.source), one);
      assert.doesNotMatch(result, /(?<![^\s'"({/<])#\*\*/, one);
    }
  }
  assert.equal(fromMattermostText('@ann and @**ben|2**', names), '@**Ann|1** and &#64;**ben|2**');
});

test('typed formatting is text, even where pieces meet', () => {
  assert.equal(
    rich(text('# no heading\n> no quote `no code` a*b*c ~~x~~ [a](b) &copy;')),
    '&#35; no heading\n&gt; no quote &#96;no code&#96; a&#42;b&#42;c &#126;&#126;x&#126;&#126; [a&#93;(b) &#38;copy;',
  );
  assert.equal(rich(text('#'), text(' x')), '&#35; x');
  assert.equal(rich(text('2 * 3 * 4\n* no list\nend *')), '2 * 3 * 4\n&#42; no list\nend *');
  assert.equal(
    rich(text('a', { italic: true }), text('b*^', { bold: true }), text('`c', { code: true })),
    '*a*\u200b**b&#42;&#94;**\u200b`` `c ``',
  );
  assert.equal(rich(text('two\nlines ', { bold: true }), text('end')), '**two**\n**lines** end');
  assert.equal(rich(text('ping'), { type: 'user', user_id: 'U1' }), 'ping @**Ann|1**');
});

test('an address has no markup, and its white space is percent-encoded', () => {
  const markdownOf = (address: string) => fromSlackText(`<${address}|x>`, names);
  assert.equal(markdownOf('app://$$a$$'), '[x](app://%24%24a%24%24)');
  assert.equal(markdownOf('app://~~a~~/~b'), '[x](app://%7E%7Ea%7E%7E/~b)');
  assert.equal(markdownOf('app://*a*`(b)'), '[x](app://%2Aa%2A%60%28b%29)');
  assert.equal(
    markdownOf('https://x.example/a b\u00a0c\u2003d\ufeffe'),
    '[x](https://x.example/a%20b%C2%A0c%E2%80%83d%EF%BB%BFe)',
  );
});

test('code may contain any code marks', () => {
  const code = 'a\n```\n# b\n````\n@**all**';
  const block = { type: 'rich_text_preformatted', elements: [text(code)] };
  const read = richText([{ type: 'rich_text', elements: [block] }], names) ?? '';
  assert.equal(read, `\`\`\`\`\`\n${code}\n\`\`\`\`\``);
  assert.equal(textOutsideCode(read), '');
  assert.equal(fromSlackText('```a``````b```', names), '```\na\n```\n```\nb\n```');
});

test('a text of one mark repeated a hundred thousand times is read', () => {
  for (const piece of [' ', '#', '~', '$', ']', '&', '`', '\n', ' #', ' \n']) {
    const much = piece.repeat(100_000);
    assert.ok((rich(text(`x${much}y`, { bold: true })) ?? '').length > 1000);
    assert.ok(fromSlackText(`x${much}y`, names).length > 1000);
  }
});
