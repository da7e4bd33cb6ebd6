// Collects the meaning of a rendered document beyond its HTML: its mentions, and the flags for `has:` searches.

import type { MarkdownLookup, RenderedMarkdown } from './contract.ts';
import type { HtmlNode, Meaning } from './html.ts';
import { uploadPath } from './link-urls.ts';

export type DocumentMeaning = Pick<
  RenderedMarkdown,
  | 'mentionedUserIds'
  | 'mentionedGroupIds'
  | 'mentionsChannel'
  | 'mentionsTopic'
  | 'hasLink'
  | 'hasImage'
  | 'hasAttachment'
  | 'uploadPaths'
>;

/** Collects the meanings of a document, one run of inline Markdown after another. */
export class MeaningCollector {
  readonly #lookup: MarkdownLookup;
  readonly #users = new Set<number>();
  readonly #groups = new Set<number>();
  readonly #uploads = new Set<string>();
  #channel = false;
  #topic = false;
  #link = false;
  #image = false;

  constructor(lookup: MarkdownLookup) {
    this.#lookup = lookup;
  }

  /** Adds the meanings of nodes and of all nodes within them. */
  addAll(nodes: readonly HtmlNode[]): void {
    for (const node of nodes) {
      if (node.kind !== 'element') continue;
      if (node.meaning !== undefined) this.#add(node.meaning);
      this.addAll(node.children);
    }
  }

  /** The combined meaning of everything added. */
  result(): DocumentMeaning {
    return {
      mentionedUserIds: [...this.#users].sort((a, b) => a - b),
      mentionedGroupIds: [...this.#groups].sort((a, b) => a - b),
      mentionsChannel: this.#channel,
      mentionsTopic: this.#topic,
      hasLink: this.#link,
      hasImage: this.#image,
      hasAttachment: this.#uploads.size > 0,
      uploadPaths: [...this.#uploads],
    };
  }

  #add(meaning: Meaning): void {
    switch (meaning.kind) {
      case 'user':
        this.#users.add(meaning.id);
        break;
      case 'group':
        this.#groups.add(meaning.id);
        break;
      case 'channel-wildcard':
        this.#channel = true;
        break;
      case 'topic-wildcard':
        this.#topic = true;
        break;
      case 'image':
        this.#image = true;
        this.#uploads.add(meaning.uploadPath);
        break;
      case 'audio':
        this.#uploads.add(meaning.uploadPath);
        break;
      case 'link': {
        this.#link = true;
        const path = uploadPath(meaning.url);
        if (path !== undefined && this.#lookup.upload(path) !== undefined) this.#uploads.add(path);
        break;
      }
    }
  }
}
