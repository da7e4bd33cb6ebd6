// What a search adds to the messages it found: their HTML and topic with the words marked.

import { Pace } from '../api-contract/yielding.ts';
import type { MessageHead } from '../model/messages/row.ts';
import { highlightHtml, highlightTopic } from '../model/search/highlight.ts';
import type { MatchFields } from '../queries/messages/page-json.ts';
import type { Reader } from '../storage/session.ts';
import { renderedContents } from '../stores/messages/lookup-store.ts';

/**
 * The match fields of each message, a few of which are read at once; `subjectOf` gives the topic as the client is told it.
 */
export async function matchFields(
  reader: Reader,
  heads: readonly MessageHead[],
  stems: readonly string[],
  subjectOf: (head: MessageHead) => string,
): Promise<Map<number, MatchFields>> {
  const pace = new Pace();
  await pace.step();
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
    await pace.step();
  }
  return result;
}
