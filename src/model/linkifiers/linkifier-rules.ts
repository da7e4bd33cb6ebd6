// Validates linkifiers: a pattern that runs in linear time, templates that use the pattern's groups, and an
// example that matches and can be reversed.

import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { compileLinkifier, LinkifierError } from '../../markdown/linkifiers.ts';
import { tools } from '../../markdown/tools-on-node.ts';
import type { LinkifierContent } from './linkifier.ts';
import { fillReverseTemplate, parseReverseTemplate } from './reverse-template.ts';

type Groups = Readonly<Record<string, string>>;

/** Refuses a template that does not fit the pattern. */
function checkTemplate(pattern: string, urlTemplate: string): void {
  try {
    compileLinkifier({ id: 0, pattern, urlTemplate });
  } catch (error) {
    if (error instanceof LinkifierError) throw badRequest(error.message);
    throw error;
  }
}

/** The named groups if the pattern matches the whole text; undefined if it does not. */
function groupsOf(pattern: string, text: string): Groups | undefined {
  const compiled = tools.compileLinear(pattern);
  const matcher = compiled.matcher(text);
  if (!matcher.matches()) return undefined;
  const names = Object.keys(compiled.namedGroups());
  return Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? '']));
}

/**
 * Refuses a linkifier whose parts contradict each other. Alternative templates are reversed to the same text,
 * so they need the pattern's groups like the main one.
 */
export function checkLinkifier(content: LinkifierContent): void {
  const { pattern, exampleInput, reverseTemplate } = content;
  checkTemplate(pattern, content.urlTemplate);
  for (const template of content.alternativeUrlTemplates) checkTemplate(pattern, template);
  if (exampleInput === null) {
    if (reverseTemplate !== null) throw badRequest('A reverse template needs an example input.');
    return;
  }
  const groups = groupsOf(pattern, exampleInput);
  if (!groups) throw badRequest('Example input does not match the linkifier pattern.');
  if (reverseTemplate !== null) checkReverse(reverseTemplate, exampleInput, groups);
}

function checkReverse(reverseTemplate: string, exampleInput: string, groups: Groups): void {
  const parts = parseReverseTemplate(reverseTemplate);
  if (!parts) throw badRequest('Invalid reverse template.');
  for (const part of parts) {
    if ('variable' in part && !Object.hasOwn(groups, part.variable)) {
      throw badRequest(`Group '${part.variable}' in reverse template is not present in linkifier pattern.`);
    }
  }
  if (fillReverseTemplate(parts, groups) !== exampleInput) {
    throw badRequest('Reverse template does not give back the example input.');
  }
}

/** Refuses an order that does not contain exactly the existing ids. */
export function checkOrder(order: readonly number[], existing: readonly number[]): void {
  const distinct = new Set(order);
  if (distinct.size !== order.length) {
    throw badRequest('The ordered list must not contain duplicated linkifiers');
  }
  if (distinct.size !== existing.length || !existing.every((id) => distinct.has(id))) {
    throw badRequest('The ordered list must enumerate all existing linkifiers exactly once');
  }
}

/** Refuses a pattern that another linkifier has. */
export function checkPatternIsFree(content: LinkifierContent, others: readonly LinkifierContent[]): void {
  if (others.some((other) => other.pattern === content.pattern)) {
    throw badRequest('A linkifier with this pattern already exists.');
  }
}

/** The error for an id that no linkifier has. */
export function linkifierNotFound(): ApiError {
  return badRequest('Linkifier not found.');
}
