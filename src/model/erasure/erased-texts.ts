// Rewrites texts without the names of erased people. Mentions refer to an account, so they get the account's
// new name in every text. Other words stay as people wrote them, except in texts that the service itself wrote.

import { textKey } from '../text-key.ts';
import { type ErasedAccounts, erasedAddress, erasedName } from './erased-accounts.ts';

/** `@**Name**`, `@_**Name|5**`: captures the underscore, the name and the id. */
const MENTION = /@(_?)\*\*([^*|\n]+|[^*\n]+?)(?:\|(\d{1,15}))?\*\*/g;
/** A mention as `markdown/mentions.ts` renders it: captures the tag, the id and the `@`. */
const RENDERED_MENTION =
  /(<span class="user-mention(?: silent)?" data-user-id="(\d+)">)(@?)[^<]*(?=<\/span>)/g;
/** A mention by an earlier name, which matched no account when it was rendered. */
const BOLD_NAME = /@(_?)<strong>[^<|]*\|(\d{1,15})<\/strong>/g;

function escapedForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function escapedForHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Rewrites texts for the given erased accounts. */
export class ErasedTexts {
  readonly #names = new Map<number, string>();
  /** Account ids by the key of a name that the person had and no other account has. */
  readonly #idOfName = new Map<string, number>();
  /** Replacements of exact names and addresses, by the lower-case original. */
  readonly #replacements = new Map<string, string>();
  readonly #namePattern: RegExp | undefined;

  /**
   * @param otherNameKeys `textKey` of the names of other accounts. Such a name without an id means one of those
   * accounts.
   */
  constructor(accounts: ErasedAccounts, otherNameKeys: ReadonlySet<string>) {
    for (const account of accounts) {
      this.#names.set(account.id, erasedName(account));
      for (const name of account.names) {
        const key = textKey(name);
        if (!otherNameKeys.has(key)) this.#idOfName.set(key, account.id);
        this.#replacements.set(name.toLowerCase(), erasedName(account));
      }
      for (const address of account.addresses)
        this.#replacements.set(address.toLowerCase(), erasedAddress(account));
    }
    for (const original of [...this.#replacements.keys()])
      this.#replacements.set(escapedForHtml(original), this.#replacements.get(original) ?? '');
    const longestFirst = [...this.#replacements.keys()].sort((a, b) => b.length - a.length);
    if (longestFirst.length > 0) {
      const alternatives = longestFirst.map(escapedForPattern).join('|');
      this.#namePattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives})(?![\\p{L}\\p{N}_])`, 'giu');
    }
  }

  /** Markdown with the mentions of the accounts renamed. */
  markdown(markdown: string): string {
    return markdown.replace(MENTION, (match, silent: string, name: string, id: string | undefined) => {
      const account = id === undefined ? this.#idOfName.get(textKey(name)) : Number(id);
      const newName = account ? this.#names.get(account) : undefined;
      return newName === undefined ? match : `@${silent}**${newName}|${account}**`;
    });
  }

  /** Rendered HTML with the mentions of the accounts renamed. */
  html(html: string): string {
    const renamed = html.replace(RENDERED_MENTION, (match, tag: string, id: string, at: string) => {
      const newName = this.#names.get(Number(id));
      return newName === undefined ? match : `${tag}${at}${newName}`;
    });
    const bold = renamed.replace(BOLD_NAME, (match, silent: string, id: string) => {
      const newName = this.#names.get(Number(id));
      return newName === undefined ? match : `@${silent}<strong>${newName}|${id}</strong>`;
    });
    return this.markdown(bold);
  }

  /** A text that the service wrote, with all names and addresses replaced that occur as whole words. */
  serviceText(text: string): string {
    if (!this.#namePattern) return text;
    return text.replace(this.#namePattern, (found) => this.#replacements.get(found.toLowerCase()) ?? found);
  }

  /** The replacement of a text that is exactly a name or an address; undefined for any other text. */
  replacement(text: string): string | undefined {
    return this.#replacements.get(text.toLowerCase());
  }

  /** Any JSON, with each of its texts passed through `change`; the same value if nothing changes. */
  json(value: unknown, change: (text: string, key: string) => string, key = ''): unknown {
    if (typeof value === 'string') return change(value, key);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.json(item, change, key));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    const before = Object.entries(value);
    const after = before.map(([name, item]) => [name, this.json(item, change, name)] as const);
    return after.some(([, item], index) => item !== before[index]?.[1]) ? Object.fromEntries(after) : value;
  }
}
