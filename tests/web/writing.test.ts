// Writing a message: completions, ranking of names, and formatting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { activeFormats } from '../../web/lib/active-formats.ts';
import { completionAt, emojiText, personMention, topicLink } from '../../web/lib/completion.ts';
import { formats, toggleFormat } from '../../web/lib/formats.ts';
import { continuedList, type Edit, type Format, pastedLink } from '../../web/lib/formatting.ts';
import { quotation } from '../../web/lib/quoting.ts';
import { matchRank, rankMatches, SCATTERED } from '../../web/lib/ranking.ts';

/** Texts with `|` at the ends of the selection. */
function chosenIn(marked: string) {
  const [before = '', inner = '', after = ''] = marked.split('|');
  const from = before.length;
  return { text: before + inner + after, from, to: from + inner.length };
}

function textAfter({ text }: { text: string }, { from, to, insert, selection }: Edit): string {
  const next = text.slice(0, from) + insert + text.slice(to);
  return `${next.slice(0, selection[0])}|${next.slice(selection[0], selection[1])}|${next.slice(selection[1])}`;
}

const formatted: readonly [Format, string, string][] = [
  ['bold', 'a |word| b', 'a **|word|** b'],
  ['bold', 'a **|word|** b', 'a |word| b'],
  ['bold', 'a |**word**| b', 'a |word| b'],
  ['bold', 'a | word | b', 'a  **|word|**  b'],
  ['bold', '||', '**||**'],
  ['italic', 'a **|word|** b', 'a ***|word|*** b'],
  ['code', '|x = 1|', '`|x = 1|`'],
  ['code', '|x\ny|', '```\n|x\ny|\n```'],
  ['quoteText', 'a |b| c', 'a \n```quote\n|b|\n```\n c'],
  ['link', 'see |this|', 'see [this](|url|)'],
  ['link', '|https://example.com|', '[||](https://example.com)'],
  ['list', 'one|\n|two', '|- one\n- two|'],
  ['list', '|- one\n- two|', '|one\ntwo|'],
  ['numberedList', 'one|\n|two', '|1. one\n2. two|'],
  ['bold', '|****|', '**|****|**'],
  ['bold', 'a |**b**|', 'a |b|'],
  ['bold', '|***b***|', '**|***b***|**'],
  ['italic', '|**word**|', '*|**word**|*'],
  ['italic', '|*b*|', '|b|'],
  ['italic', '*|b|c', '**|b|*c'],
  ['bold', '*|b|*', '***|b|***'],
  ['strikethrough', '|a|', '~~|a|~~'],
  ['math', '|a|', '$$|a|$$'],
  ['code', 'a\n|x\ny|\nb', 'a\n```\n|x\ny|\n```\nb'],
  ['code', '|\nx\ny\n|', '```\n|x\ny|\n```'],
  ['spoiler', 'a|b', 'a\n```spoiler \n|b|\n```'],
  ['list', 'on|e|', '- one||'],
  ['list', 'a\n|b|\nc', 'a\n- b||\nc'],
  ['list', 'a\n||\nc', 'a\n- ||\nc'],
  ['list', '||\nabc', '- ||\nabc'],
  ['list', '|- one\ntwo|', '|- - one\n- two|'],
  ['list', '|  * one|', 'one||'],
  ['numberedList', '|1. one\n22. two|', '|one\ntwo|'],
];

for (const [format, before, after] of formatted) {
  test(`${format} turns ${JSON.stringify(before)} into ${JSON.stringify(after)}`, () => {
    const selected = chosenIn(before);
    assert.equal(textAfter(selected, formats[format](selected)), after);
  });
}

const toggledOff: readonly [Format, string, string][] = [
  ['bold', 'a **wo||rd** b', 'a wo||rd b'],
  ['bold', 'a **w|or|d** b', 'a w|or|d b'],
  ['bold', '**a *b|| c* d**', 'a *b|| c* d'],
  ['italic', '**a *b|| c* d**', '**a b|| c d**'],
  ['italic', 'a *wo||rd* b', 'a wo||rd b'],
  ['strikethrough', '~~a||b~~', 'a||b'],
  ['code', 'see `a||b`', 'see a||b'],
  ['link', 'see [te||xt](https://example.com)', 'see te||xt'],
  ['quoteText', 'a\n```quote\nb||b\n```\nc', 'a\nb||b\nc'],
  ['code', '```js\nlet ||a\n```', 'let ||a'],
  ['list', '* **a||b**', '**ab**||'],
  ['bold', '* **a||b**', '* a||b'],
];

for (const [format, before, after] of toggledOff) {
  test(`${format} is removed from ${JSON.stringify(before)}`, () => {
    const selection = chosenIn(before);
    assert.equal(textAfter(selection, toggleFormat(selection, format)), after);
  });
}

for (const [marked, expected] of [
  ['pla||in', []],
  ['**a||b**', ['bold']],
  ['**a *b||c* d**', ['bold', 'italic']],
  ['a || **b**', []],
  ['**a** || **b**', []],
  ['`**a||b**`', ['code']],
  ['[a||b](https://example.com)', ['link']],
  ['[ab](https://exam||ple.com)', []],
  ['* a||b', ['list']],
  ['2. a||b', ['numberedList']],
  ['* a|\n|b', []],
  ['```quote\n**a||b**\n```', ['bold', 'quoteText']],
  ['```quote\na\n```\nb||', []],
  ['```spoiler title\na||', ['spoiler']],
  ['```\n**a||b**\n```', ['code']],
  ['```math\nx||\n```', ['math']],
  ['~~a||b~~ $$x$$', ['strikethrough']],
  ['$$x||$$', ['math']],
] as const) {
  test(`at ${JSON.stringify(marked)} the active formats are ${expected.join(' and ') || 'none'}`, () => {
    assert.deepEqual([...activeFormats(chosenIn(marked)).keys()].sort(), [...expected]);
  });
}

test('the same key removes formatting that it added around a word', () => {
  const words = fc.stringMatching(/^[a-z ]{0,10}[a-z]$/).filter((word) => word.trim() === word);
  fc.assert(
    fc.property(
      words,
      words,
      fc.constantFrom('bold', 'italic', 'strikethrough', 'code', 'math'),
      (a, b, format) => {
        const text = `${a} ${b}`;
        const edit = formats[format]({ text, from: a.length + 1, to: text.length });
        const marked = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
        const [from, to] = edit.selection;
        const undone = formats[format]({ text: marked, from, to });
        assert.equal(marked.slice(0, undone.from) + undone.insert + marked.slice(undone.to), text);
      },
    ),
  );
});

test('a list continues on the next line, and ends with an empty item', () => {
  const next = (marked: string) => {
    const edit = continuedList(chosenIn(marked));
    return edit && textAfter(chosenIn(marked), edit);
  };
  assert.equal(next('- one||'), '- one\n- ||');
  assert.equal(next('  9. nine||'), '  9. nine\n  10. ||');
  assert.equal(next('- one\n- ||'), '- one\n||');
  assert.equal(next('one||'), undefined);
  assert.equal(next('* one||'), '* one\n* ||');
  assert.equal(next('- one|two|'), undefined);
  assert.equal(next('one\n- two||\n- three'), 'one\n- two\n- ||\n- three');
  assert.equal(next('||- one'), undefined);
});

test('a URL pasted over text makes it a link', () => {
  const paste = (marked: string, address: string) => pastedLink(chosenIn(marked), address)?.insert;
  assert.equal(paste('see |this| page', 'https://example.com/a'), '[this](https://example.com/a)');
  assert.equal(paste('see || page', 'https://example.com/a'), undefined);
  assert.equal(paste('|this|', 'two words'), undefined);
  assert.equal(paste('|this|', ' https://example.com/a\n'), '[this](https://example.com/a)');
  assert.equal(paste('|this|', 'https://example.com/a and more'), undefined);
  assert.equal(paste('|this|', 'example.com'), undefined);
  assert.equal(paste('|two\nlines|', 'https://example.com/a'), undefined);
  assert.equal(paste('|http://example.com/b|', 'https://example.com/a'), undefined);
  const edit = pastedLink(chosenIn('see |this| page'), 'https://example.com/a');
  assert.equal(
    edit && textAfter(chosenIn('see |this| page'), edit),
    'see [this](https://example.com/a)|| page',
  );
});

const completions: readonly [string, string | undefined][] = [
  ['hello @me', 'person me'],
  ['@', 'person '],
  ['@_me', 'person silent me'],
  ['@**Mel Mem', 'person Mel Mem'],
  ['@mel member and then some more', undefined],
  ['mail me@example', undefined],
  ['see #eng', 'channel eng'],
  ['see #**engineering>rel', 'topic engineering rel'],
  ['# heading', undefined],
  [':sm', 'emoji sm'],
  [':s', undefined],
  ['10:30', undefined],
  ['/', 'command '],
  ['/po', 'command po'],
  ['/poll ', undefined],
  ['see /po', undefined],
  ['/usr/bin', undefined],
  ['`code @me', undefined],
  ['```\ncode @me', undefined],
  ['```\ncode\n```\n@me', 'person me'],
  ['~~~\ncode #eng', undefined],
  ['`code` @me', 'person me'],
  ['`code`\n`more @me', undefined],
  ['`one\n@me', 'person me'],
  ['(@me', 'person me'],
  ['@mel anna maria m', 'person mel anna maria m'],
  ['#', 'channel '],
  ['#**eng', 'channel eng'],
  ['#**engineering>', 'topic engineering '],
  ['x#eng', undefined],
  ['see :+1', 'emoji +1'],
  ['/fluid-width', 'command fluid-width'],
  ['at <time:9:30', 'time 9:30'],
  ['at <time', 'time '],
  ['at <time:tomorrow 9', 'time tomorrow 9'],
  ['at <time:9:30>', undefined],
  ['`<time:9', undefined],
  ['```', 'language '],
  ['see\n```py', 'language py'],
  ['```js\nlet a\n```', undefined],
  ['```js\n```\n```ts', 'language ts'],
  ['```js title', undefined],
  ['see ```py', undefined],
  [`/${'a'.repeat(20)}`, `command ${'a'.repeat(20)}`],
  [`/${'a'.repeat(21)}`, undefined],
  [`@${'a'.repeat(59)}`, `person ${'a'.repeat(59)}`],
  [`@${'a'.repeat(60)}`, undefined],
];

for (const [text, expected] of completions) {
  test(`${JSON.stringify(text)} completes ${expected ?? 'nothing'}`, () => {
    const found = completionAt(text, text.length);
    const description = found && [
      found.kind,
      ...(found.isSilent ? ['silent'] : []),
      ...(found.channel ? [found.channel] : []),
      found.query,
    ];
    assert.equal(description?.join(' '), expected);
    if (!found) return;
    assert.equal(found.to, text.length);
    const replaced = text.slice(found.from, found.to);
    assert.equal(replaced, /(?:<time:?.*|(?:^\/|#\*\*|#|@_?(?:\*\*)?|:|(?<=```))[^#@:`]*)$/.exec(text)?.[0]);
  });
}

test('only the text before the caret is completed', () => {
  const found = completionAt('hello @me and @mia', 9);
  assert.deepEqual([found?.query, found?.from, found?.to], ['me', 6, 9]);
});

test('a name that two people share is mentioned with the id', () => {
  assert.equal(personMention({ id: 7, name: 'Mel', isAmbiguous: true }, false), '@**Mel|7** ');
  assert.equal(personMention({ id: 7, name: 'Mel', isAmbiguous: false }, true), '@_**Mel** ');
  assert.equal(topicLink('design', 'logo'), '#**design>logo** ');
  assert.equal(emojiText({ name: 'tada', text: '🎉' }, 'dark'), ':tada: ');
  assert.equal(emojiText({ name: 'own' }, 'dark'), ':own: ');
  assert.equal(emojiText({ name: '+1', text: '👍' }, 'none'), ':+1: ');
  assert.equal(emojiText({ name: '+1', text: '👍' }, 'medium'), '👍🏽 ');
});

test('names that start with the letters come first, then names with such a word, then other matches', () => {
  const names = ['Remember Me', 'Otto Meyer', 'Mel Member', 'Amelie', 'Zoë Zimmer', 'Me'];
  const found = (query: string) => rankMatches(names, query, { namesOf: (name) => [name] });
  assert.deepEqual(found('me'), ['Me', 'Mel Member', 'Otto Meyer', 'Remember Me', 'Amelie', 'Zoë Zimmer']);
  assert.deepEqual(found('zoe'), ['Zoë Zimmer']);
  assert.deepEqual(found('mlm'), ['Mel Member']);
  assert.deepEqual(found('qq'), []);
});

test('names are split into words; names that are not displayed match only adjacent letters, and surrounding spaces are ignored', () => {
  const names = ['x-mel', 'x_mel', 'x.mel', 'x/mel', 'x(mel', 'xmel', 'amel mel'];
  const found = rankMatches(names, ' mel ', { namesOf: (name) => [name] });
  assert.deepEqual(found, ['x(mel', 'x-mel', 'x.mel', 'x/mel', 'x_mel', 'amel mel', 'xmel']);
  const withEmail = (query: string) =>
    rankMatches(['user1'], query, { namesOf: () => ['Mel Member', 'robert'] }).length;
  assert.deepEqual([withEmail('rob'), withEmail('obe'), withEmail('rbt'), withEmail('mlm')], [1, 1, 0, 1]);
  assert.deepEqual(
    [matchRank('Mel', 'mel'), matchRank('Mel', 'me'), matchRank('A Mel', 'me'), matchRank('Amel', 'me')],
    [0, 1, 2, 3],
  );
  assert.deepEqual(
    [
      matchRank('Amelie', 'ame'),
      matchRank('Amelie', 'aie'),
      matchRank('Amelie', 'ae'),
      matchRank('Amelie', 'eia'),
    ],
    [1, SCATTERED, 5, 5],
  );
});

test('at most eight matches are found, shorter names first, then alphabetically', () => {
  const names = ['meb', 'mea', 'me long', ...Array.from({ length: 9 }, (_, index) => `mez${index}`)];
  const found = rankMatches(names, 'me', { namesOf: (name) => [name] });
  assert.deepEqual(found, ['mea', 'meb', 'mez0', 'mez1', 'mez2', 'mez3', 'mez4', 'mez5']);
  assert.deepEqual(rankMatches(['b', 'a'], '', { namesOf: (name) => [name] }), ['a', 'b']);
});

test('among equal matches, the one with more weight comes first', () => {
  const weights: Readonly<Record<string, number>> = { 'Mel A': 1, 'Mel B': 2 };
  const options = { namesOf: (name: string) => [name], weightOf: (name: string) => weights[name] ?? 0 };
  assert.deepEqual(rankMatches(['Mel A', 'Mel B', 'Mel C'], 'mel', options), ['Mel B', 'Mel A', 'Mel C']);
  assert.equal(rankMatches(['a', 'b', 'c'], '', { namesOf: (name) => [name], limit: 2 }).length, 2);
});

test('the fence of a quotation is longer than any within it', () => {
  const text = quotation({
    sender: 'Mia',
    senderId: 9,
    link: 'https://x/#narrow/near/1',
    content: '````\ncode\n````',
    linkLabel: 'said',
  });
  assert.equal(text, '@_**Mia|9** [said](https://x/#narrow/near/1):\n`````quote\n````\ncode\n````\n`````\n');
});
