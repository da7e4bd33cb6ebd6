// The changes that `npm run mutants` makes: each changes one line of a file.

/** Patterns and their replacements. */
const REPLACEMENTS = [
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ > (?!=)/g, ' >= '],
  [/ < (?!=)/g, ' <= '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - (?=\w)/g, ' + '],
  [/(?<!extends |\?: )\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=[( ])!(?=[\w(])/g, ''],
];

/** Whether a line has no code that runs: comments, imports, types. */
const isInert = (line) =>
  /^\s*(\/\/|\*|\/\*|import |export \* |export \{|\}|interface |type |export (interface|type) |(override )?readonly |@)/.test(
    line,
  );

/** Whether a line is a rule of a style sheet. A changed size there has no effect that a test should notice. */
const isStyle = (line) => /^\s*[^\s{$][^{$]*[^\s{]\{[\w-]+:/.test(line);

/** Whether a line has an element with its own style, which may contain numbers. */
const hasStyle = (line) => line.includes(' style="');

/** Landed migrations are not changed, since `tests/storage/landed-migrations.txt` has their hashes, nor are style sheets. */
export const isFixed = (file) => /\/migrations\/\d{4}-|styles\.ts$/.test(file);

/** Whether a line declares a size, of a batch too, or a duration. A change of one has no observable effect. */
const isSize = (line) =>
  /^(export )?const [A-Z_]*(MILLISECONDS|SECONDS|BYTES|KIBIBYTES|BATCH|PER_READ)\b/.test(line);

/** Whether a line lets other requests run during long work. Only the time that they wait would show it. */
const isYield = (line) => /^\s*await \w*yielder\.yieldIfDue\(\);$/i.test(line);

/** Whether a line makes random bytes. How many is not observable. */
const isRandom = (line) => /\brandomBytes\(\d+\)/.test(line);

/** Whether a line sets a counter of changes, which is only compared with itself. */
const isVersion = (line) => /#(?:\w*V|v)ersion \+?= \d+;$/.test(line);

/** Whether a line reads the clock. Whether a boundary includes the exact moment is not observable. */
const readsTheTime = (line) => /performance\.now\(\)|Date\.now\(\)/.test(line);
const BOUNDARY = /^ [<>]=? $/;
/** Whether the right side of a comparison is a constant for a size or duration. */
const startsWithSize = (rest) => /^[A-Z_]*(BYTES|CHARACTERS|MILLISECONDS|SECONDS)\b/.test(rest);

const isGuard = (line) => /^\s*if \(.*\) (return|throw|continue|break)\b.*;$/.test(line);
const isStatement = (line) =>
  /^\s+(await |void )?(this|[a-zA-Z_][\w.]*)[\w.#?]*\(.*\);$/.test(line) && !/\bsuper\(/.test(line);

/** Yields all changes of a file: the line number (from zero), the line, and what it becomes (empty: removed). */
export function* mutationsOf(text) {
  for (const [number, line] of text.split('\n').entries()) {
    if (isInert(line) || isStyle(line)) continue;
    if (isGuard(line) || (isStatement(line) && !isYield(line))) yield { number, line, becomes: '' };
    for (const [found, instead] of REPLACEMENTS) {
      for (const { index, 0: piece } of line.matchAll(found)) {
        const rest = line.slice(index + piece.length);
        if (BOUNDARY.test(piece) && (readsTheTime(line) || startsWithSize(rest))) continue;
        yield { number, line, becomes: line.slice(0, index) + instead + line.slice(index + piece.length) };
      }
    }
    if (isSize(line) || hasStyle(line) || isVersion(line) || isRandom(line)) continue;
    for (const { index, 0: digits } of line.matchAll(
      /(?<![\w.'"`$]|select |\| -?|(?:[?:]|return) -|-1 : |\.\{|\.\{\d+,)\d+(?![\w.'"`]| \|[^|])/g,
    )) {
      // The pattern leaves out -1 as a result, and 1 as its opposite: only their signs count.
      // A reader of organization 0 reads rows of all organizations, and any other number would do the same.
      if (line.slice(0, index).endsWith('.reader(')) continue;
      // Large numbers, and the numbers of any characters in a regular expression (`.{4,120}`), are sizes or durations: a change of one has no observable effect.
      if (Number(digits) >= 100) continue;
      yield {
        number,
        line,
        becomes: line.slice(0, index) + (Number(digits) + 1) + line.slice(index + digits.length),
      };
    }
  }
}

/** The text with one line changed. */
export function mutated(text, { number, becomes }) {
  return text.split('\n').with(number, becomes).join('\n');
}
