// Tokens of code, by Prism, whose grammars are loaded when first used. They are regular expressions that can backtrack, so
// long code gets a time limit and is shown plain if it is hit.

import { createRequire } from 'node:module';
import { type Context, createContext, Script } from 'node:vm';

/** Up to this length no grammar of ours takes long, and the limit itself would cost more than the work. */
const UNLIMITED_LENGTH = 1000;
const TIME_LIMIT_MS = 50;

interface Highlighter {
  readonly languages: Readonly<Record<string, object | undefined>>;
  tokenize(text: string, grammar: object): unknown;
}

interface Loaded {
  readonly prism: Highlighter;
  readonly load: (grammar: string) => void;
  readonly limited: Script;
}

let loaded: Loaded | undefined;

/** Prism registers itself and its grammars with one shared object; nothing else here touches it. */
function loadPrism(): Loaded {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  const prism: Highlighter = require('prismjs/components/prism-core.js');
  const load: Loaded['load'] & { silent?: boolean } = require('prismjs/components/index.js');
  load.silent = true;
  loaded = { prism, load, limited: new Script('run()') };
  return loaded;
}

/** The tokens of code in a grammar's language; undefined where they take too long. */
export function tokenizeWithin(text: string, grammarName: string): unknown {
  const { prism, load, limited } = loadPrism();
  if (prism.languages[grammarName] === undefined) load(grammarName);
  const grammar = prism.languages[grammarName];
  if (grammar === undefined) return undefined;
  if (text.length <= UNLIMITED_LENGTH) return prism.tokenize(text, grammar);
  let tokens: unknown;
  const context: Context = createContext({
    run: () => {
      tokens = prism.tokenize(text, grammar);
    },
  });
  try {
    limited.runInContext(context, { timeout: TIME_LIMIT_MS });
  } catch {
    return undefined;
  }
  return tokens;
}
