// Finds problems in the texts of languages: messages that cannot be compiled, and differences from English in
// keys, values, plural forms and spaces. Each problem is one sentence that names the key.

import { compileMessage, valueNames } from '../src/texts/message-format.mjs';

/** The plural forms that a language uses for whole numbers below a million; for decimals and millions `other` is good enough. */
export function pluralForms(language) {
  const rules = new Intl.PluralRules(language);
  const samples = [...Array(200).keys(), 1000, 10_000, 100_000];
  return [...new Set(samples.map((count) => rules.select(count)))].sort();
}

/** French has a non-breaking space before some signs, and inside quotation marks. */
const wrongSpaces = { fr: / [?!;»]| :(?!\S)|« / };

function* problemsOfForms(text, language) {
  if (typeof text === 'string') return;
  const knownForms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const missing = pluralForms(language).filter((form) => !Object.hasOwn(text, form));
  const others = Object.keys(text).filter((form) => !knownForms.includes(form));
  if (missing.length > 0) yield `has no plural form for ${missing.join(', ')}`;
  if (others.length > 0) yield `has plural forms that the language does not have: ${others.join(', ')}`;
}

const formsOf = (text) => (typeof text === 'string' ? [text] : Object.values(text));
const hasOuterSpace = (text) => formsOf(text).some((form) => form.trim() !== form);

function* differences(text, english) {
  const names = valueNames(text);
  const expected = valueNames(english);
  // A language may need a plural where English does not; it may also name a person in one of its forms alone.
  const missing = expected.filter((name) => !names.includes(name) && name !== 'count');
  const unknown = names.filter((name) => !expected.includes(name));
  if (missing.length > 0) yield `does not contain {${missing.join('}, {')}}, as English does`;
  if (unknown.length > 0) yield `contains {${unknown.join('}, {')}}, which English does not`;
  if (hasOuterSpace(text) && !hasOuterSpace(english)) yield 'begins or ends with a space';
}

function* problemsOfMessage(message, language, english) {
  let text;
  try {
    text = compileMessage(message);
  } catch (error) {
    yield error.message;
    return;
  }
  if (formsOf(text).some((form) => form === '')) yield 'is empty';
  if (wrongSpaces[language]?.test(message)) yield 'has a normal space where French has a non-breaking one';
  yield* problemsOfForms(text, language);
  if (english !== undefined) yield* differences(text, english);
}

function compiledOrUndefined(message) {
  try {
    return message === undefined ? undefined : compileMessage(message);
  } catch {
    // It is reported as a problem of the English message.
    return undefined;
  }
}

/**
 * The problems of a language.
 *
 * @param messages the messages of the language by key
 * @param english those of English
 */
export function* problemsOfLanguage(language, messages, english) {
  for (const key of Object.keys(english))
    if (!Object.hasOwn(messages, key)) yield `${key} is missing: translate "${english[key]}"`;
  for (const [key, message] of Object.entries(messages)) {
    if (!Object.hasOwn(english, key)) yield `${key} is not in English: remove it`;
    else
      for (const problem of problemsOfMessage(message, language, compiledOrUndefined(english[key])))
        yield `${key} ${problem}`;
  }
}

/** The keys that no code uses. `sources` is the text of all code that uses texts. */
export function unusedKeys(keys, sources) {
  // A key is written out, or composed of its area and a name from elsewhere: `composer.${format}`.
  const starts = [...sources.matchAll(/`([a-zA-Z]+(?:\.[a-z]+)*\.)\$\{/g)].map(([, start]) => start);
  const names = [...sources.matchAll(/'(?=([\w.-]+)')|\b(\w+)[:,]/g)].map(
    ([, quoted, name]) => quoted ?? name,
  );
  const knownNames = new Set(names);
  const isComposed = (key) =>
    starts.some((start) => key.startsWith(start) && knownNames.has(key.slice(start.length)));
  return keys.filter((key) => !knownNames.has(key) && !isComposed(key));
}
