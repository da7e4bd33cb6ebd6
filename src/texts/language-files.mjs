// Reads the languages in `texts/`: one file for each, named after its code, with a message in ICU's format for each key.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessage } from './message-format.mjs';

const folder = fileURLToPath(new URL('../../texts/', import.meta.url));

/** @see language-files.d.mts */
export function textLanguages() {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** @see language-files.d.mts */
export function messagesOf(language) {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
}

/** @see language-files.d.mts */
export function compiledTexts(language, isWanted = () => true) {
  const entries = Object.entries(messagesOf(language)).filter(([key]) => isWanted(key));
  return Object.fromEntries(
    entries.map(([key, message]) => {
      try {
        return [key, compileMessage(message)];
      } catch (error) {
        throw new Error(`texts/${language}.json: ${key}: ${error.message}`);
      }
    }),
  );
}

/** @see language-files.d.mts */
export function languageNames() {
  return Object.fromEntries(textLanguages().map((code) => [code, messagesOf(code)['language.name']]));
}
