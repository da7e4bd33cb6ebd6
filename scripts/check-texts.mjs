// `npm run lint:texts`: checks the languages in `texts/`. Reports all problems in one run, each with its file and key.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledTexts, messagesOf, textLanguages } from '../src/texts/language-files.mjs';
import { partOf } from '../src/texts/text-parts.mjs';
import { root } from './imports-of.mjs';
import { keysFile, languageFile } from './text-keys.mjs';
import { problemsOfLanguage, unusedKeys } from './text-problems.mjs';

const problems = [];
const report = (file, problem) => problems.push(`texts/${file}: ${problem}`);
const read = (file) => readFileSync(join(root, 'texts', file), 'utf8');

const languages = textLanguages();
const english = messagesOf('en');
for (const language of languages) {
  const messages = messagesOf(language);
  const before = problems.length;
  for (const problem of problemsOfLanguage(language, messages, english)) report(`${language}.json`, problem);
  if (problems.length === before && languageFile(messages) !== read(`${language}.json`))
    report(`${language}.json`, 'the keys are not sorted: run npm run texts');
}

const folders = [
  'web/**/*.{ts,tsx}',
  'src/{commands,texts}/*.{ts,mjs}',
  'src/integrations/push/*.ts',
  'src/model/mail-texts/*.ts',
  'src/model/sample-content/*.ts',
  'src/server/pages/*.ts',
  'src/stores/joining/*.ts',
];
const sources = globSync(folders, { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
for (const key of unusedKeys(Object.keys(english), sources))
  report('en.json', `${key} is not used: remove it`);
for (const key of Object.keys(english))
  if (partOf(key) === undefined)
    report('en.json', `${key} belongs to no part: add its area to src/texts/text-parts.mjs`);
if (problems.length === 0 && read('keys.d.ts') !== keysFile(compiledTexts('en')))
  report('keys.d.ts', 'is not derived from en.json: run npm run texts');

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `texts: ${languages.length} languages, ${Object.keys(english).length} keys, ${problems.length} problems\n`,
);
process.exit(problems.length === 0 ? 0 : 1);
