// Typesets with one time limit for the whole message, on Node.js: neither KaTeX nor Prism's grammars have an upper
// bound on their time.

import { createContext, Script } from 'node:vm';
import { type Typeset, type TypesetItem, typesetInto } from './typesetting.ts';

const script = new Script('run()');

/** Typesets the items of a message for at most the given time; the rest is shown as typed. */
export function typesetWithin(items: readonly TypesetItem[], milliseconds: number): Typeset {
  const html: (string | undefined)[] = [];
  if (items.length === 0) return { html, isTruncated: false };
  let isTruncated = true;
  const run = () => {
    isTruncated = typesetInto(items, html);
  };
  try {
    script.runInContext(createContext({ run }), { timeout: milliseconds });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
  return { html, isTruncated: isTruncated };
}

/** The error belongs to the script's context, so it is not an instance of any of our classes. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
