// The types of `message-format.mjs`, which is plain JavaScript because the build of the client runs on older versions of Node.js.

import type { Text } from './fill-text.ts';

/**
 * Compiles a message in ICU's format. A plural becomes one complete text for each of its forms.
 *
 * @throws an Error that says what to change in the message, if it is malformed or uses what is not supported
 * @example
 * compileMessage('{count, plural, one {# file} other {# files}}') // { one: '{count} file', other: '{count} files' }
 */
export function compileMessage(message: string): Text;

/** The names of the values that a text needs, sorted. A plural needs `count`, even where no form shows it. */
export function valueNames(text: Text): string[];
