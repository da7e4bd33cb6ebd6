// The match fields of found messages: their HTML and topic with the words highlighted.

import { Yielder } from '../api-contract/yielding.ts';
import type { MessageHead } from '../model/messages/message-row.ts';
import { highlightHtml, highlightTopic } from '../model/search/highlight.ts';
import type { MatchFields } from '../queries/messages/page-json.ts';
import type { Reader } from '../storage/reader-writer.ts';
import { renderedContents } from '../stores/messages/lookup-store.ts';

/**
 * The match fields of each message, read a few at a time; `subjectOf` returns the topic as sent to the
 * client.
 */
export async function matchFields(
  reader: Reader,
  heads: readonly MessageHead[],
  stems: readonly string[],
  subjectOf: (head: MessageHead) => string,
): Promise<Map<number, MatchFields>> {
  const yielder = new Yielder();
  await yielder.yieldIfDue();
  const contents = await renderedContents(
    reader,
    heads.map((head) => head.id),
  );
  const result = new Map<number, MatchFields>();
  for (const head of heads) {
    const content = contents.get(head.id);
    if (content === undefined) continue;
    result.set(head.id, {
      match_content: highlightHtml(content, stems),
      match_subject: highlightTopic(subjectOf(head), stems),
    });
    await yielder.yieldIfDue();
  }
  return result;
}
