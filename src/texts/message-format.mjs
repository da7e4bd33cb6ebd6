// Compiles messages in ICU's format, which translators know, to texts that are filled in at run time. It supports
// the features that the texts need: values in braces, and one plural that is chosen by `count`.

import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** How to replace unsupported elements, by their type. */
const advice = {
  [TYPE.number]: (name) => `write {${name}}: numbers are formatted for the language`,
  [TYPE.date]: (name) => `write {${name}}: dates are formatted by the code`,
  [TYPE.time]: (name) => `write {${name}}: times are formatted by the code`,
  [TYPE.select]: () => 'select is not supported: use a key for each text',
  [TYPE.plural]: () =>
    'only one plural is supported, which contains no other: write whole sentences in its forms',
};

/** An element as text; in a plural `#` stands for the count. */
function templateOf({ type, value }) {
  if (type === TYPE.pound) return '{count}';
  if (type === TYPE.argument) return `{${value}}`;
  if (type !== TYPE.literal) throw new Error(advice[type](value));
  if (/[{}]/.test(value)) throw new Error('braces can only contain the name of a value');
  return value;
}

function formsOf({ value, options, offset, pluralType }) {
  if (value !== 'count') throw new Error(`a plural must use {count} for its number, not {${value}}`);
  if (pluralType !== 'cardinal') throw new Error('selectordinal is not supported: use plural');
  if (offset !== 0) throw new Error('an offset is not supported: remove it');
  const exact = Object.keys(options).find((form) => form.startsWith('='));
  if (exact) throw new Error(`the form ${exact} is not supported: use a key of its own, or ${PLURAL_FORMS}`);
  return Object.entries(options);
}

const PLURAL_FORMS = 'zero, one, two, few, many and other';

/** Syntax errors that a translator may make, in words. */
const syntaxErrors = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'a closing brace is missing',
  EMPTY_ARGUMENT: 'there is no name between the braces',
  MALFORMED_ARGUMENT: 'braces can only contain the name of a value',
  MISSING_OTHER_CLAUSE: 'the plural has no form for "other"',
};

function parsed(message) {
  try {
    return parse(message, { ignoreTag: true });
  } catch (error) {
    const { originalMessage, message: kind, location } = error;
    if (originalMessage === undefined) throw error;
    throw new Error(`${syntaxErrors[kind] ?? kind} (after character ${location.start.offset})`);
  }
}

/** @see message-format.d.mts */
export function compileMessage(message) {
  const elements = parsed(message);
  const plural = elements.find(({ type }) => type === TYPE.plural);
  if (!plural) return elements.map(templateOf).join('');
  const inForm = (form) => elements.flatMap((element) => (element === plural ? form : element));
  return Object.fromEntries(
    formsOf(plural).map(([form, { value }]) => [form, inForm(value).map(templateOf).join('')]),
  );
}

/** @see message-format.d.mts */
export function valueNames(text) {
  const isPlural = typeof text !== 'string';
  const forms = isPlural ? Object.values(text) : [text];
  const names = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return [...new Set(isPlural ? ['count', ...names] : names)].sort();
}
