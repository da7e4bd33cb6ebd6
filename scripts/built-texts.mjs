// The esbuild plugin for `#built-texts`: compiles the languages in `texts/` to a module for each part of each language.

import { compiledTexts, languageNames } from '../src/texts/language-files.mjs';
import { clientParts, partOf } from '../src/texts/text-parts.mjs';

const NAMESPACE = 'texts';

function moduleOf(language, part) {
  const texts = compiledTexts(language, (key) => partOf(key) === part);
  return `export const texts = ${JSON.stringify(texts)};`;
}

function index() {
  const names = languageNames();
  const all = Object.keys(names).flatMap((language) =>
    clientParts.map((part) => `texts-${language}-${part}`),
  );
  const lazy = all.filter((name) => name !== 'texts-en-first');
  return [
    "import { texts as firstEnglish } from 'texts-en-first';",
    'export { firstEnglish };',
    `export const languageNames = ${JSON.stringify(names)};`,
    'const loaders = {',
    ...lazy.map((name) => `'${name}': () => import('${name}'),`),
    '};',
    'export async function loadTextPart(language, part) {',
    "  return (await loaders['texts-' + language + '-' + part]()).texts;",
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
