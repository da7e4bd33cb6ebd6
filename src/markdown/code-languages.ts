// Resolves the word after a code fence to the display name that clients match with code playgrounds, and to the
// grammar for highlighting. A word that is not in the tables is kept; a language is never guessed.

import { tools } from '#markdown-tools';

/** The grammars used for highlighting, with the words that select them in addition to their own name. */
const GRAMMARS: Readonly<Record<string, string>> = {
  bash: 'sh zsh shell',
  'shell-session': 'console',
  c: '',
  cpp: 'c++',
  csharp: 'cs c#',
  java: '',
  kotlin: 'kt',
  scala: '',
  go: 'golang',
  rust: 'rs',
  ruby: 'rb',
  php: '',
  markup: 'html xml svg',
  css: '',
  scss: '',
  sql: '',
  yaml: 'yml',
  toml: '',
  ini: '',
  markdown: 'md',
  latex: 'tex',
  diff: 'udiff patch',
  docker: 'dockerfile',
  makefile: 'make',
  swift: '',
  dart: '',
  lua: '',
  perl: 'pl',
  haskell: 'hs',
  powershell: 'ps1',
  r: '',
  elixir: 'ex exs',
  erlang: '',
  clojure: 'clj',
  graphql: '',
  protobuf: 'proto',
  python: 'py python3 py3',
  javascript: 'js',
  typescript: 'ts',
  jsx: '',
  tsx: '',
  json: '',
  nginx: '',
  hcl: 'terraform tf',
  nix: '',
  julia: 'jl',
  ocaml: '',
  fsharp: 'f#',
  groovy: '',
  matlab: '',
};

/** The words that select a grammar, its own name first. */
function wordsOf([grammar, others]: readonly [string, string]): string[] {
  return `${grammar} ${others}`.trim().split(' ');
}

/** The words for each language that is highlighted, the most usual word first. */
export function highlightedLanguages(): string[][] {
  return Object.entries(GRAMMARS).map(wordsOf);
}

let grammars: ReadonlyMap<string, string> | undefined;
let displayNames: ReadonlyMap<string, string> | undefined;

/** The grammar for a word; undefined if such code is not highlighted. */
export function grammarOf(word: string): string | undefined {
  grammars ??= new Map(
    Object.entries(GRAMMARS).flatMap((entry) => wordsOf(entry).map((word) => [word, entry[0]] as const)),
  );
  return grammars.get(word);
}

/** The language's usual name (as in Pygments) for a lower-case word, or the word itself. */
export function languageName(word: string): string {
  displayNames ??= readDisplayNames();
  return displayNames.get(word) ?? word;
}

function readDisplayNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const line of tools.codeLanguageNames().split('\n')) {
    const [name = '', words = ''] = line.split('\t');
    for (const word of words.split(' ')) names.set(word, name);
  }
  return names;
}
