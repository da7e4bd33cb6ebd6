// Maps Prism's token types to Pygments' short class names, which clients have style sheets for. A type that is not
// listed looks like the surrounding text.

const CLASS_OF: Readonly<Record<string, string>> = {
  annotation: 'nd',
  atrule: 'nt',
  'attr-name': 'na',
  'attr-value': 's',
  attribute: 'na',
  bold: 'gs',
  boolean: 'kc',
  builtin: 'nb',
  cdata: 'cp',
  char: 'sc',
  'class-name': 'nc',
  comment: 'c1',
  constant: 'no',
  coord: 'gu',
  decorator: 'nd',
  deleted: 'gd',
  directive: 'cp',
  'directive-hash': 'cp',
  doctype: 'cp',
  entity: 'ni',
  function: 'nf',
  'generic-function': 'nf',
  hexcode: 'mh',
  important: 'k',
  inserted: 'gi',
  italic: 'ge',
  key: 'nt',
  keyword: 'k',
  label: 'nl',
  macro: 'cp',
  namespace: 'nn',
  nil: 'kc',
  null: 'kc',
  number: 'mi',
  operator: 'o',
  output: 'go',
  preprocessor: 'cp',
  prolog: 'cp',
  prompt: 'gp',
  property: 'py',
  punctuation: 'p',
  regex: 'sr',
  selector: 'nt',
  'shell-symbol': 'gp',
  shebang: 'ch',
  string: 's',
  'string-literal': 's',
  symbol: 'ss',
  table: 'nn',
  tag: 'nt',
  title: 'gh',
  'triple-quoted-string': 'sd',
  url: 's',
  variable: 'nv',
};

/** Words that many grammars treat as keywords, but that have a class of their own. */
const KEYWORD_CLASS: Readonly<Record<string, string>> = {
  class: 'kd',
  const: 'kd',
  False: 'kc',
  false: 'kc',
  from: 'kn',
  function: 'kd',
  import: 'kn',
  let: 'kd',
  nil: 'kc',
  None: 'kc',
  null: 'kc',
  package: 'kn',
  True: 'kc',
  true: 'kc',
  undefined: 'kc',
  var: 'kd',
};

/** A piece of code with its class, '' for none. */
export type CodePiece = readonly [className: string, text: string];

/** A token as Prism returns it: text, or a type with text or nested tokens. */
type Token =
  | string
  | { readonly type: string; readonly alias?: string | string[]; readonly content: unknown };

/** Flattens nested tokens: each piece of text gets the class of the innermost token that has one. */
export function flattenTokens(tokens: unknown, inherited = '', into: CodePiece[] = []): CodePiece[] {
  if (typeof tokens === 'string') append(into, inherited, tokens);
  else if (Array.isArray(tokens)) for (const token of tokens) flattenTokens(token, inherited, into);
  else if (isToken(tokens)) flattenTokens(tokens.content, classOf(tokens) ?? inherited, into);
  return into;
}

function append(pieces: CodePiece[], className: string, text: string): void {
  const last = pieces.at(-1);
  if (last?.[0] === className) pieces[pieces.length - 1] = [className, last[1] + text];
  else pieces.push([className, text]);
}

function isToken(value: unknown): value is Exclude<Token, string> {
  return typeof value === 'object' && value !== null && 'type' in value && 'content' in value;
}

/** The class for a word in a table; the word may be any text, so inherited properties are excluded. */
function classIn(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

function classOf(token: Exclude<Token, string>): string | undefined {
  if (token.type === 'keyword' && typeof token.content === 'string') {
    return classIn(KEYWORD_CLASS, token.content) ?? 'k';
  }
  const className = classIn(CLASS_OF, token.type);
  if (className !== undefined || token.alias === undefined) return className;
  const aliases = Array.isArray(token.alias) ? token.alias : [token.alias];
  return aliases.map((alias) => classIn(CLASS_OF, alias)).find((name) => name !== undefined);
}
