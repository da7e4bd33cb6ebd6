// Linkifiers: patterns of an organization (`#(?P<id>[0-9]+)`) whose matches become links. Patterns run in an engine
// that takes linear time for every pattern; addresses are RFC 6570 templates.

import type { RE2JS } from 're2js';
import { parseTemplate } from 'url-template';
import { tools } from '#markdown-tools';
import { CodedError } from '../errors/coded-error.ts';
import { findUrls } from './autolinks.ts';
import type { CompiledLinkifier, LinkifierBudget, LinkifierDefinition, LinkifierMatch } from './contract.ts';
import { element } from './html.ts';
import { type InlineRule, InlineRun } from './inline-parse.ts';
import { checkUrl } from './link-urls.ts';

export type { CompiledLinkifier, LinkifierDefinition } from './contract.ts';

export type LinkifierErrorCode =
  | 'BAD_PATTERN'
  | 'BAD_TEMPLATE'
  | 'GROUP_MISSING_IN_PATTERN'
  | 'GROUP_MISSING_IN_TEMPLATE';

/** A linkifier that cannot be used; the message is for the administrator who wrote it. */
export class LinkifierError extends CodedError {
  constructor(code: LinkifierErrorCode, message: string) {
    super(code, message);
  }
}

const MAX_PATTERN_LENGTH = 1000;
const MAX_PROGRAM_SIZE = 5000;
/** Patterns with fewer instructions take almost no time if they do not match. */
const SMALL_PROGRAM_SIZE = 100;
const MAX_MATCHES = 1000;
/** Enough for all linkifiers of an organization on every run of a long message; with very many runs, some are skipped. */
const MAX_RUNS = 50_000;
const MAX_STEPS = 500_000;
const TEMPLATE = /^(?:[^\s"'<>\\^`{|}]|\{[+#./;?&]?[\w%.]+(?::\d{1,4}|\*)?(?:,[\w%.]+(?::\d{1,4}|\*)?)*\})+$/;
const EXPRESSION = /\{[+#./;?&]?([^{}]+)\}/g;
/** Patterns for the text before and after a match, outside of the pattern's own group. */
const BEFORE = '(?:^|[\\s\\p{Z}\'"(,:<])';
const AFTER = '(?:$|[^\\p{L}\\p{N}])';

/** The budget of linkifiers in one message: some ten milliseconds, for any patterns and text. */
export function linkifierBudget(): LinkifierBudget {
  return { matches: MAX_MATCHES, runs: MAX_RUNS, steps: MAX_STEPS };
}

/**
 * Checks and compiles a linkifier.
 * @throws LinkifierError if its pattern cannot be run in linear time, matches only the empty text, or does not have
 * the same groups as its template.
 */
export function compileLinkifier(definition: LinkifierDefinition): CompiledLinkifier {
  const { pattern, urlTemplate } = definition;
  const groups = Object.keys(compilePattern(pattern).namedGroups()).sort();
  const variables = templateVariables(urlTemplate);
  for (const name of variables) {
    if (groups.includes(name)) continue;
    throw new LinkifierError(
      'GROUP_MISSING_IN_PATTERN',
      `Group '${name}' in URL template is not present in linkifier pattern.`,
    );
  }
  for (const name of groups) {
    if (variables.includes(name)) continue;
    throw new LinkifierError(
      'GROUP_MISSING_IN_TEMPLATE',
      `Group '${name}' in linkifier pattern is not present in URL template.`,
    );
  }
  const template = parseTemplate(urlTemplate);
  const sample = template.expand(Object.fromEntries(groups.map((name) => [name, 'x'])));
  if (checkUrl(sample, '') === undefined) throw new LinkifierError('BAD_TEMPLATE', 'Invalid URL template.');

  const anchored = tools.compileLinear(`${BEFORE}(${pattern})${AFTER}`);
  const size = anchored.programSize();
  const find = (text: string, budget = linkifierBudget()): LinkifierMatch[] => {
    const matches: LinkifierMatch[] = [];
    if (!takeSteps(budget, size, text)) return matches;
    const matcher = anchored.matcher(text);
    for (let from = 0; from <= text.length && budget.matches > 0 && matcher.find(from); ) {
      budget.matches--;
      const start = matcher.start(1);
      const end = matcher.end(1);
      from = Math.max(end, from + 1);
      if (end <= start) continue;
      const values = groups.map((name) => [name, matcher.group(name) ?? ''] as const);
      matches.push({ start, end, url: template.expand(Object.fromEntries(values)) });
    }
    return matches;
  };
  return { ...definition, find };
}

function takeSteps(budget: LinkifierBudget, programSize: number, text: string): boolean {
  if (--budget.runs < 0) return false;
  if (programSize <= SMALL_PROGRAM_SIZE) return true;
  const steps = programSize * text.length;
  if (steps > budget.steps) return false;
  budget.steps -= steps;
  return true;
}

function compilePattern(pattern: string): RE2JS {
  if (pattern === '' || pattern.length > MAX_PATTERN_LENGTH) {
    throw new LinkifierError('BAD_PATTERN', 'Bad regular expression: empty or too long');
  }
  try {
    const compiled = tools.compileLinear(pattern);
    if (compiled.programSize() <= MAX_PROGRAM_SIZE) return compiled;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new LinkifierError('BAD_PATTERN', `Bad regular expression: ${detail}`);
  }
  throw new LinkifierError('BAD_PATTERN', 'Bad regular expression: too large');
}

/** The variables of a template, sorted. */
function templateVariables(urlTemplate: string): string[] {
  if (!TEMPLATE.test(urlTemplate)) throw new LinkifierError('BAD_TEMPLATE', 'Invalid URL template.');
  const expressions = [...urlTemplate.matchAll(EXPRESSION)].map((match) => match[1] ?? '');
  const names = expressions.flatMap((list) => list.split(',').map((name) => name.replace(/:\d+$|\*$/, '')));
  return [...new Set(names)].sort();
}

export const linkifierMatches: InlineRule = {
  name: 'linkifier',
  trigger: /\S/,
  apply(text, run, scope) {
    let parsed = text;
    for (const linkifier of scope.settings.linkifiers) {
      let result = '';
      let linkedUpTo = 0;
      for (const { start, end, url } of linkifier.find(parsed, scope.linkifierBudget)) {
        const source = parsed.slice(start, end);
        const href = checkUrl(url, scope.settings.organizationUrl);
        if (href === undefined || InlineRun.hasPlaceholder(source)) continue;
        const node = element('a', { href }, [{ kind: 'plain', text: source }], {
          kind: 'link',
          url: href,
          text: source,
          isBare: false,
        });
        result += parsed.slice(linkedUpTo, start) + run.placeholderFor(node, source);
        linkedUpTo = end;
      }
      parsed = result + parsed.slice(linkedUpTo);
    }
    return parsed;
  },
};

/** A link in a topic's name, as in `topic_links` of a message. */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/**
 * The links in a topic: first linkifiers, in order, then addresses; of overlapping links the first one found wins.
 * Sorted by position.
 */
export function linkifyTopic(topic: string, linkifiers: readonly CompiledLinkifier[]): TopicLink[] {
  const found: LinkifierMatch[] = [];
  const add = (match: LinkifierMatch) => {
    if (found.every((other) => match.end <= other.start || match.start >= other.end)) found.push(match);
  };
  const budget = linkifierBudget();
  for (const linkifier of linkifiers) {
    for (const match of linkifier.find(topic, budget)) {
      const url = checkUrl(match.url, '');
      if (url !== undefined) add({ ...match, url });
    }
  }
  for (const { start, url } of findUrls(topic)) {
    const checked = checkUrl(url, '');
    if (checked === undefined) continue;
    const isBareDomain = checked === `http://${url}`;
    add({ start, end: start + url.length, url: isBareDomain ? `https://${url}` : checked });
  }
  found.sort((a, b) => a.start - b.start);
  return found.map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}
