// The message texts: several hundred, rendered once with the server's Markdown and used in turn. Mostly short, with links,
// code, lists, emoji and non-Latin scripts as in real conversations.

import type { ComposedContent } from '../../src/model/messages/message-content.ts';
import { searchWords } from '../../src/model/search/search-words.ts';
import { composeContent } from '../../src/queries/rendering/compose-content.ts';
import { causedBy } from '../../src/queries/rendering/rendering.ts';
import type { OrganizationState } from '../../src/queries/state/organization-state.ts';
import type { Reader } from '../../src/storage/reader-writer.ts';

const VARIANTS = 400;

const words =
  `server client release branch message topic channel reader writer query index cache memory disk commit
  review deploy rollback question answer meeting agenda budget customer report ticket screen button colour margin
  keyboard phone tablet password account invite guest archive search filter history window network latency quota
  weekend coffee lunch train office garden summer winter morning evening tomorrow yesterday`.split(/\s+/);

const endings: readonly ((variant: number) => string)[] = [
  () => '',
  () => ' :smile:',
  (variant) => `\n\nSee https://example.com/issues/${variant} for more.`,
  (variant) =>
    `\n\n\`\`\`ts\nconst attempt = ${variant};\nreturn attempt > 3 ? give(up) : again(attempt + 1);\n\`\`\``,
  () => '\n\n* first this\n* then **that**\n* and `the rest` later',
  () => ' Καλημέρα, 東京, привет!',
  () => '',
  (variant) => `\n\n> said ${variant} days ago\n\nI still think so.`,
  () => ' Thanks a lot!',
  () => '',
];

/** The Markdown of a variant. */
export function source(variant: number): string {
  const length = 6 + ((variant * 13) % 40);
  const text = Array.from(
    { length },
    (_, index) => words[(variant * 17 + index * index * 5 + index * 3) % words.length],
  );
  const sentence = text.join(' ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${endings[variant % endings.length]?.(variant) ?? ''}`;
}

export interface PreparedContent extends ComposedContent {
  /** The stems in the search index, without those of the topic. */
  readonly words: readonly string[];
}

/** All texts, rendered and ready to be stored. */
export async function prepareContents(state: OrganizationState, reader: Reader): Promise<PreparedContent[]> {
  const contents: PreparedContent[] = [];
  const context = { state, reader, organizationUrl: 'http://127.0.0.1' };
  for (let variant = 0; variant < VARIANTS; variant++) {
    const content = await composeContent(context, source(variant), causedBy(undefined));
    contents.push({ ...content, words: searchWords(content.visibleText) });
  }
  return contents;
}
