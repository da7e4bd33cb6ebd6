// Parses one run of inline Markdown. Rules run one after another over the whole text, and the first match wins:
// each match is replaced by a placeholder, which later rules see as one opaque character. So every rule is one
// linear pass, and nothing is parsed twice.

import type { LinkifierBudget, MarkdownLookup, MarkdownSettings } from './contract.ts';
import { type HtmlNode, minimumLength } from './html.ts';
import type { WorkBudget } from './work-budget.ts';

/** The delimiters of a placeholder's number. Control characters are removed from what users type. */
const OPEN = '\u0002';
const CLOSE = '\u0003';
const PLACEHOLDER = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');

/** The data that the rules of a run may depend on. */
export interface InlineScope {
  readonly settings: MarkdownSettings;
  readonly lookup: MarkdownLookup;
  readonly translateEmoticons: boolean;
  /** Whether the run is in a quote, where every mention is silent. */
  readonly isQuoted: boolean;
  /** The budget of the whole message. */
  readonly work: WorkBudget;
  readonly linkifierBudget: LinkifierBudget;
}

/** A rule for one construct of inline Markdown. */
export interface InlineRule {
  readonly name: string;
  /** Texts that do not match it are not passed to the rule. */
  readonly trigger: string | RegExp;
  /** Returns `text` with each match replaced by a placeholder of `run`. */
  apply(text: string, run: InlineRun, scope: InlineScope): string;
}

/** The parsing of one text. */
export class InlineRun {
  readonly #rules: readonly InlineRule[];
  readonly #scope: InlineScope;
  readonly #nodes: HtmlNode[] = [];
  readonly #sources: string[] = [];
  #current = 0;

  constructor(rules: readonly InlineRule[], scope: InlineScope) {
    this.#rules = rules;
    this.#scope = scope;
  }

  /** The nodes of the whole text. */
  parse(text: string): HtmlNode[] {
    if (text === '') return [];
    this.#scope.work.spend(1);
    return this.#nodesOf(this.#apply(text, 0));
  }

  /** The nodes of a part of a match, to which later rules still apply. */
  parseInner(text: string): HtmlNode[] {
    const rule = this.#current;
    const nodes = this.#nodesOf(this.#apply(text, rule + 1));
    this.#current = rule;
    return nodes;
  }

  /** The nodes of a part of a match, to which no further rule applies. */
  parseClosed(text: string): HtmlNode[] {
    return this.#nodesOf(text, 'plain');
  }

  /** Returns a placeholder for `node`; `source` is the text as typed, and may contain placeholders itself. */
  placeholderFor(node: HtmlNode, source: string): string {
    this.#scope.work.spend(1);
    this.#scope.work.spendHtml(minimumLength(node));
    this.#nodes.push(node);
    return `${OPEN}${this.#sources.push(source) - 1}${CLOSE}`;
  }

  /** Replaces placeholders by the text as typed, for parts that turn out to be literal. */
  restore(text: string): string {
    let restored = text;
    while (restored.includes(OPEN)) {
      restored = restored.replace(PLACEHOLDER, (_, index: string) => this.#sources[Number(index)] ?? '');
    }
    return restored;
  }

  /** Whether an earlier rule matched something in a part. */
  static hasPlaceholder(text: string): boolean {
    return text.includes(OPEN);
  }

  #apply(text: string, from: number): string {
    let parsed = text;
    for (let index = from; index < this.#rules.length; index++) {
      const rule = this.#rules[index];
      if (rule === undefined || !isTriggered(rule.trigger, parsed)) continue;
      this.#current = index;
      parsed = rule.apply(parsed, this, this.#scope);
    }
    return parsed;
  }

  #nodesOf(text: string, kind: 'text' | 'plain' = 'text'): HtmlNode[] {
    const nodes: HtmlNode[] = [];
    let at = 0;
    for (let open = text.indexOf(OPEN); open !== -1; open = text.indexOf(OPEN, at)) {
      if (open > at) nodes.push({ kind, text: text.slice(at, open) });
      const close = text.indexOf(CLOSE, open);
      const node = this.#nodes[Number(text.slice(open + 1, close))];
      if (node !== undefined) nodes.push(node);
      at = close + 1;
    }
    if (at < text.length) nodes.push({ kind, text: text.slice(at) });
    return nodes;
  }
}

function isTriggered(trigger: string | RegExp, text: string): boolean {
  return typeof trigger === 'string' ? text.includes(trigger) : trigger.test(text);
}
