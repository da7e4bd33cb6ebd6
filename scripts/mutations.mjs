// What `npm run mutants` changes: one line of a file in one way.

/** Pairs of what stands in a line and what is put in its place. */
const EXCHANGES = [
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
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=[( ])!(?=[\w(])/g, ''],
];

/** Lines in which nothing happens: comments, imports, types. */
const isIdle = (line) =>
  /^\s*(\/\/|\*|\/\*|import |export \* |export \{|\}|interface |type |export (interface|type) |readonly |@)/.test(
    line,
  );

/** What has landed of the database's history stands in `tests/storage/landed-migrations.txt`, which sees every change. */
export const isFixed = (file) => /\/migrations\/\d{4}-/.test(file);

/** Declares how much or how long: one more of it is nothing that anybody could see. */
const isSize = (line) => /^(export )?const [A-Z_]*(MILLISECONDS|SECONDS|BYTES|KIBIBYTES)\b/.test(line);

/** Asks what moment it is: whether the very same one counts is nothing that anybody could see. */
const asksTheTime = (line) => /performance\.now\(\)|Date\.now\(\)/.test(line);
const BOUNDARY = /^ [<>]=? $/;
/** Whether a size or a time of our own is reached to the very byte or moment. */
const isBesideASize = (rest) => /^[A-Z_]*(BYTES|CHARACTERS|MILLISECONDS|SECONDS)\b/.test(rest);

const isGuard = (line) => /^\s*if \(.*\) (return|throw|continue|break)\b.*;$/.test(line);
const isStatement = (line) =>
  /^\s+(await |void )?(this|[a-zA-Z_][\w.]*)[\w.#?]*\(.*\);$/.test(line) && !/\bsuper\(/.test(line);

/** Every way to change one line of a file: its number, from zero, and what it becomes. */
export function* mutationsOf(text) {
  for (const [number, line] of text.split('\n').entries()) {
    if (isIdle(line)) continue;
    if (isGuard(line) || isStatement(line)) yield { number, line, becomes: '' };
    for (const [found, instead] of EXCHANGES) {
      for (const { index, 0: piece } of line.matchAll(found)) {
        const rest = line.slice(index + piece.length);
        if (BOUNDARY.test(piece) && (asksTheTime(line) || isBesideASize(rest))) continue;
        yield { number, line, becomes: line.slice(0, index) + instead + line.slice(index + piece.length) };
      }
    }
    if (isSize(line)) continue;
    for (const { index, 0: digits } of line.matchAll(/(?<![\w.'"`$]|select |\| )\d+(?![\w.'"`]| \|[^|])/g)) {
      // One more of a size or of a time is nothing that anybody could see.
      if (Number(digits) >= 100) continue;
      yield {
        number,
        line,
        becomes: line.slice(0, index) + (Number(digits) + 1) + line.slice(index + digits.length),
      };
    }
  }
}

/** The file with one line changed. */
export function mutated(text, { number, becomes }) {
  return text.split('\n').with(number, becomes).join('\n');
}
