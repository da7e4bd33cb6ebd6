// Tokenizes code with Prism, whose grammars are loaded on first use. They are regular expressions that can
// backtrack: code of more than a line or two is only tokenized with a time limit (`typeset-within.ts`).

import { createRequire } from 'node:module';

interface Highlighter {
  readonly languages: Readonly<Record<string, object | undefined>>;
  tokenize(text: string, grammar: object): unknown;
}

interface Loaded {
  readonly prism: Highlighter;
  readonly load: (grammar: string) => void;
}

let loaded: Loaded | undefined;

/** Prism registers itself and its grammars on one shared object, which nothing else here uses. */
function loadPrism(): Loaded {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  const prism: Highlighter = require('prismjs/components/prism-core.js');
  const load: Loaded['load'] & { silent?: boolean } = require('prismjs/components/index.js');
  load.silent = true;
  loaded = { prism, load };
  return loaded;
}

/** The tokens of code in a grammar's language; undefined if there is no such grammar. */
export function tokenizeCode(text: string, grammarName: string): unknown {
  const { prism, load } = loadPrism();
  if (prism.languages[grammarName] === undefined) load(grammarName);
  const grammar = prism.languages[grammarName];
  return grammar && prism.tokenize(text, grammar);
}
