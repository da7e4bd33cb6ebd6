// Texts without the names of erased people. A mention refers to an account, so it follows the account's new name in every
// text. Other words stay as people wrote them, except in what the service itself wrote.

import { textKey } from '../text-key.ts';
import { erasedAddress, erasedName, type Known } from './known.ts';

/** `@**Name**`, `@_**Name|5**`: the underscore, the name, the id. */
const MENTION = /@(_?)\*\*([^*|\n]+|[^*\n]+?)(?:\|(\d{1,15}))?\*\*/g;
/** As `markdown/mentions.ts` writes it: the tag with the id, and what it shows. */
const SHOWN_MENTION = /(<span class="user-mention(?: silent)?" data-user-id="(\d+)">)(@?)[^<]*(?=<\/span>)/g;
/** A mention by an earlier name, which was no mention of anybody when it was rendered. */
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

/** The rewriting of texts for some erased accounts. */
export class ErasedTexts {
  readonly #names = new Map<number, string>();
  /** By the key of a name that the person had, and that no other account has. */
  readonly #idOfName = new Map<string, number>();
  /** What is written in place of an exact name or address. */
  readonly #instead = new Map<string, string>();
  readonly #words: RegExp | undefined;

  /** @param keysOfOthers `textKey` of the names of other accounts: such a name alone means one of them */
  constructor(known: Known, keysOfOthers: ReadonlySet<string>) {
    for (const account of known) {
      this.#names.set(account.id, erasedName(account));
      for (const name of account.names) {
        const key = textKey(name);
        if (!keysOfOthers.has(key)) this.#idOfName.set(key, account.id);
        this.#instead.set(name.toLowerCase(), erasedName(account));
      }
      for (const address of account.addresses)
        this.#instead.set(address.toLowerCase(), erasedAddress(account));
    }
    for (const word of [...this.#instead.keys()])
      this.#instead.set(escapedForHtml(word), this.#instead.get(word) ?? '');
    const longestFirst = [...this.#instead.keys()].sort((a, b) => b.length - a.length);
    if (longestFirst.length > 0) {
      const any = longestFirst.map(escapedForPattern).join('|');
      this.#words = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])`, 'giu');
    }
  }

  /** Markdown with mentions of the accounts by their new names. */
  source(markdown: string): string {
    return markdown.replace(MENTION, (whole, silent: string, name: string, id: string | undefined) => {
      const account = id === undefined ? this.#idOfName.get(textKey(name)) : Number(id);
      const instead = account ? this.#names.get(account) : undefined;
      return instead === undefined ? whole : `@${silent}**${instead}|${account}**`;
    });
  }

  /** Rendered HTML likewise. */
  html(html: string): string {
    const shown = html.replace(SHOWN_MENTION, (whole, tag: string, id: string, at: string) => {
      const instead = this.#names.get(Number(id));
      return instead === undefined ? whole : `${tag}${at}${instead}`;
    });
    const bold = shown.replace(BOLD_NAME, (whole, silent: string, id: string) => {
      const instead = this.#names.get(Number(id));
      return instead === undefined ? whole : `@${silent}<strong>${instead}|${id}</strong>`;
    });
    return this.source(bold);
  }

  /** What the service wrote: names and addresses go wherever they stand as words. */
  ofService(text: string): string {
    if (!this.#words) return text;
    return text.replace(this.#words, (found) => this.#instead.get(found.toLowerCase()) ?? found);
  }

  /** What is written in place of a text that is a name or an address as a whole; undefined for any other. */
  instead(text: string): string | undefined {
    return this.#instead.get(text.toLowerCase());
  }

  /** Any JSON, its texts changed one by one; the value itself where nothing changes. */
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
