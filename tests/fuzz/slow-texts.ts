// Texts that may be slow to render, generated from one seed: markup that is repeated, nested and mixed up to the longest
// message, and mutations of texts that were slow.

import type { Dice } from './hostile-bytes.ts';

/** The maximum length of a message, in code points. */
const LENGTH = 10_000;

const INLINE = [
  ...['a', ' ', '\n', '\\', '*', '**', '***', '_', '~~', '`', '``', '$$', '[', ']', '](', ')', '(', '<', '>'],
  ...['&', '&amp;', '"', "'", '|', ':', '#', '@', '@**', '@_**', '@*', '#**', '>', '!', '/', '.', '-', '1'],
  ...['a.co ', 'http://a.com/', 'https://a.com/(b)', 'www.a.b ', 'a@b.co ', '[a](b.co) ', '![a](b.png) '],
  ...['@**Mel Member** ', '@_**Mia Member** ', '@**all** ', '@*engineers* ', '#**general** '],
  ...['#**general>swimming turtles** ', '#**general>a@12** ', '<time:2024-01-02T10:00:00Z> ', '#1234 '],
  ...[
    '👍',
    '👩‍👩‍👧‍👦',
    '🇩🇪',
    '❤️',
    ':+1: ',
    ':) ',
    ':a',
    '/user_uploads/1/ab/x.png ',
    '/me ',
    'é',
    'ß',
    '漢',
    'ﬁ',
    '\u0301',
  ],
  ...[
    '$$x$$ ',
    '$$\\frac{a}{b}$$ ',
    '**a** ',
    '*a* ',
    '~~a~~ ',
    '`a` ',
    '***a*** ',
    '<b>',
    '&#x41;',
    '\u0002',
  ],
];

const BLOCKS = [
  ...['- ', '\n- a', '\n  - ', '\n1. ', '\n10. a', '> ', '\n> ', '\n>> ', '# ', '\n## a', '\n---\n', '    '],
  ...['\n|a|b|\n|-|-|\n', '|a', '|', '\n|', ':-:|', '\n\n', '\t', '\n***\n', '* * *\n', '+ '],
  ...[
    '```\n',
    '~~~\n',
    '````\n',
    '```quote\n',
    '```spoiler a\n',
    '```math\n',
    '```js\n',
    '```python\n',
    '```css\n',
  ],
  ...[
    '\n```\n',
    '\n~~~\n',
    '```html\n',
    '```bash\n',
    '```sql\n',
    '```php\n',
    '```yaml\n',
    '```md\n',
    '```latex\n',
  ],
];

const FORMULAS = [
  ...[
    '\\frac',
    '{',
    '}',
    '\\sqrt',
    '^',
    '_',
    'x',
    '\\left(',
    '\\right)',
    '\\begin{matrix}',
    '\\end{matrix}',
    '&',
  ],
  ...[
    '\\\\',
    '\\def\\a{',
    '\\a',
    '\\newcommand{\\b}[1]{',
    '#1',
    '\\b',
    '\\let\\c=\\a',
    '\\color{red}',
    '\\text{',
  ],
  ...[
    '\\overbrace',
    '\\underline',
    '\\begin{array}{c}',
    '\\end{array}',
    '\\hat',
    '\\mathbb{R}',
    '\\xrightarrow',
  ],
  ...['\\TeX', '\\iiiint', '\\dfrac', '\\binom', '\\stackrel', '\\boxed{', '\\phantom{', '\\rule{1em}{1em}'],
];

const CODE = [
  ...[
    'a',
    'function',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '`',
    '${',
    '//',
    '/*',
    '*/',
    '<',
    '>',
    '</',
    '/',
  ],
  ...[
    '=',
    '=>',
    '#',
    '@',
    '\\',
    '<!--',
    '-->',
    '<?php',
    '?>',
    'select ',
    '\n',
    ' ',
    ';',
    ':',
    '.',
    '0x',
    '1e',
  ],
  ...[
    'url(',
    '<<EOF\n',
    '%',
    '--',
    '"""',
    "'''",
    'r#"',
    '|',
    '&',
    '!',
    '~',
    '^',
    '$',
    '$(',
    '=begin\n',
    '{{',
    '<%',
  ],
];

const ALPHABETS = [INLINE, BLOCKS, [...INLINE, ...BLOCKS], FORMULAS, CODE, [...INLINE, ...BLOCKS, ...CODE]];

/** Truncates a text to the maximum length. */
function cut(text: string): string {
  return text.length <= LENGTH ? text : Array.from(text).slice(0, LENGTH).join('');
}

function filled(unit: string): string {
  return cut(unit.repeat(Math.ceil(LENGTH / Math.max(1, unit.length))));
}

function pieces(dice: Dice, alphabet: readonly string[], most: number): string {
  return Array.from({ length: 1 + dice.below(most) }, () => dice.one(alphabet)).join('');
}

const TABLE_OF_EMPTY_CELLS = `${'|'.repeat(101)}\n${'|-'.repeat(100)}|\n${'|\n'.repeat(100)}\n`;
const NESTED_LISTS = Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}- \`\`\`quote`).join(
  '\n',
);

/** Texts that were slow once, or are the slowest today; tried in every run. */
export const KNOWN_TEXTS: readonly string[] = [
  `${'a'.repeat(9990)}://b`,
  `${'漢'.repeat(9990)}://b`,
  filled('漢)'),
  Array.from({ length: LENGTH }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(''),
  `\`\`\`${'a'.repeat(9990)}\``,
  `[a](${' '.repeat(9900)}x`,
  `${'[](x:'.repeat(1650)}${')'.repeat(1650)}`,
  filled(TABLE_OF_EMPTY_CELLS),
  `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(1600)}`,
  `${'>'.repeat(99)}a\n${'`\n'.repeat(4900)}`,
  `${'> - '.repeat(50)}a\n${'b\n'.repeat(4800)}`,
  `${NESTED_LISTS}${'\n'.repeat(7000)}a`,
  filled('- `\n'),
  filled('\n- a'),
  filled('>\n'),
  filled('- - - a\n'),
  `${'❤️❤️a@b.co '.repeat(500)}${'\n- a'.repeat(1200)}`,
  filled('👍'),
  filled('@**Mel Member** '),
  filled('('),
  filled('.a'),
  filled('#12 '),
  cut(Array.from({ length: 900 }, (_, index) => `#**general>${index}**`).join(' ')),
  `\`\`\`math\n\\def\\a{${'a'.repeat(2000)}}${'\\a '.repeat(100)}\n\`\`\``,
  `\`\`\`math\n\\begin{matrix}${'a&'.repeat(4000)}a\\end{matrix}\n\`\`\``,
  filled('$$x$$ '),
  cut(`\`\`\`bash\n${'漢]('.repeat(3000)}`),
  `\`\`\`bash\n${'`"'.repeat(150)}\n\`\`\``,
  `\`\`\`bash\n${'`"'.repeat(490)}\n\`\`\``,
];

const LANGUAGES =
  'bash c cpp csharp java kotlin scala go rust ruby php html css scss sql yaml toml ini md latex diff docker make swift dart lua perl haskell ps1 r elixir erlang clojure graphql proto python js ts jsx tsx json nginx hcl nix julia ocaml fsharp groovy matlab math quote spoiler'.split(
    ' ',
  );

const CONTAINERS = ['>', '> ', '- ', '> - ', '1. > ', '```quote\n', '````spoiler a\n', '- ```quote\n'];

/** A new text. */
function fresh(dice: Dice): string {
  const alphabet = dice.one(ALPHABETS);
  const body = filled(pieces(dice, alphabet, 6));
  switch (dice.below(10)) {
    case 9:
      // As much code as is highlighted on the main thread.
      return `\`\`\`${dice.one(LANGUAGES)}\n${body.slice(0, 280)}\n\`\`\``;
    case 0:
      return cut(`\`\`\`${dice.one(LANGUAGES)}\n${body}`);
    case 6: {
      // Many opening marks, something in the middle, and as many closing marks.
      const count = Math.floor(dice.below(LENGTH) / 2);
      const [open, close] = [pieces(dice, alphabet, 3), dice.one(alphabet)];
      const openings = filled(open).slice(0, count);
      return cut(openings + pieces(dice, alphabet, 2) + filled(close).slice(0, LENGTH - count));
    }
    case 7: {
      // Nested containers with many lines in them.
      const depth = 1 + dice.below(100);
      const line = pieces(dice, alphabet, 2);
      return cut(`${dice.one(CONTAINERS).repeat(depth)}a\n${filled(`${line}\n`)}`);
    }
    case 8:
      // One long run, and something that changes its meaning at the end.
      return `${filled(dice.one(alphabet)).slice(0, LENGTH - 10)}${pieces(dice, INLINE, 2).slice(0, 10)}`;
    case 1: {
      // Many short blocks, each parsed separately.
      const inner = filled(pieces(dice, alphabet, 4)).slice(0, 10 + dice.below(1500));
      return filled(`\`\`\`${dice.one(LANGUAGES)}\n${inner}\n\`\`\`\n`);
    }
    case 2:
      return cut(pieces(dice, alphabet, 40) + body);
    case 3: {
      const open = pieces(dice, alphabet, 3);
      const half = filled(open).slice(0, LENGTH / 2);
      return cut(half + filled(pieces(dice, alphabet, 3)));
    }
    case 4:
      return filled(pieces(dice, alphabet, 60));
    default:
      return body;
  }
}

/** A variation of a text. */
function mutated(dice: Dice, text: string, other: string): string {
  const at = dice.below(text.length + 1);
  const end = Math.min(text.length, at + dice.below(2000));
  const alphabet = dice.one(ALPHABETS);
  switch (dice.below(6)) {
    case 0:
      return cut(text.slice(0, at) + pieces(dice, alphabet, 3) + text.slice(at));
    case 1:
      return cut(text.slice(0, at) + text.slice(end) + pieces(dice, alphabet, 20));
    case 2:
      return cut(text.slice(0, at) + other.slice(at));
    case 3:
      return filled(text.slice(at, end) || pieces(dice, alphabet, 3));
    case 4:
      return cut(text.replaceAll(dice.one(alphabet), () => dice.one(alphabet)));
    default:
      return cut(`\`\`\`${dice.one(LANGUAGES)}\n${text}`);
  }
}

/** The next text to try; `slowest` are the slowest so far. */
export function nextText(dice: Dice, slowest: readonly string[]): string {
  if (slowest.length === 0 || dice.below(3) === 0) return fresh(dice);
  return mutated(dice, dice.one(slowest), dice.one(slowest));
}
