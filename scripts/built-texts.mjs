// The esbuild plugin for `#built-texts`: compiles the languages in `texts/` to a module for each part of each language.

import { compiledTexts, languageNames } from '../src/texts/language-files.mjs';
import { clientParts, partOf } from '../src/texts/text-parts.mjs';

const NAMESPACE = 'texts';

const loader = (language, part) => `() => import('texts-${language}-${part}')`;

function loadersOf(language) {
  const lazy = clientParts.filter((part) => part !== 'first');
  return `{ ${lazy.map((part) => `${part}: ${loader(language, part)}`).join(', ')} }`;
}

/**
 * The first part of a language also has the loaders of its other parts, so that the first page does not list all
 * files of all languages.
 */
function moduleOf(language, part) {
  const texts = compiledTexts(language, (key) => partOf(key) === part);
  const lines = [`export const texts = ${JSON.stringify(texts)};`];
  if (part === 'first') lines.push(`export const lazyParts = ${loadersOf(language)};`);
  return lines.join('\n');
}

function index() {
  const names = languageNames();
  const others = Object.keys(names).filter((language) => language !== 'en');
  return [
    "import * as english from 'texts-en-first';",
    'export const firstEnglish = english.texts;',
    `export const languageNames = ${JSON.stringify(names)};`,
    `const languages = { ${others.map((language) => `'${language}': ${loader(language, 'first')}`).join(', ')} };`,
    'export async function loadTextPart(language, part) {',
    "  const { texts, lazyParts } = language === 'en' ? english : await languages[language]();",
    "  return part === 'first' ? texts : (await lazyParts[part]()).texts;",
    '}',
  ].join('\n');
}

export const builtTexts = {
  name: 'built texts',
  setup(build) {
    build.onResolve({ filter: /^(?:#built-texts|texts-[a-z-]+)$/ }, ({ path }) => ({
      path,
      namespace: NAMESPACE,
    }));
    build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => {
      const [, language, part] = /^texts-(.+)-(\w+)$/.exec(path) ?? [];
      return { contents: part ? moduleOf(language, part) : index() };
    });
  },
};
