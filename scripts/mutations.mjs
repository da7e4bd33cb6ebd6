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
        yield { number, line, becomes: line.slice(0, index) + instead + line.slice(index + piece.length) };
      }
    }
    for (const { index, 0: digits } of line.matchAll(/(?<![\w.'"`$])\d+(?![\w.'"`])/g)) {
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
