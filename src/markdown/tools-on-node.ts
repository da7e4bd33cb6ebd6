// The renderer's tools on the server: tables and libraries are loaded on first use.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeHTMLStrict } from 'entities/decode';
import { tokenizeCode } from './code-tokenizer.ts';
import type { MarkdownTools } from './tools.ts';

const require = createRequire(import.meta.url);

function table(name: string): string {
  return readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8').trimEnd();
}

/** The server's implementation of `#markdown-tools`. */
export const tools: MarkdownTools = {
  *emoji() {
    for (const line of table('emoji-table').split('\n')) {
      const [code = '', ...names] = line.split(' ');
      yield [code, names];
    }
  },
  namedCharacter: decodeHTMLStrict,
  codeLanguageNames: () => table('code-language-names'),
  topLevelDomains: () => table('top-level-domains'),
  compileLinear(pattern) {
    const { RE2JS }: typeof import('re2js') = require('re2js');
    return RE2JS.compile(pattern);
  },
  typeset(formula, options) {
    const katex: typeof import('katex') = require('katex');
    return katex.renderToString(formula, options);
  },
  tokenize: tokenizeCode,
};
