// Excludes messages that cannot contain a phrase before they are read and checked exactly. The engines match
// sources and topics against a pattern, which may pass messages without the phrase but excludes none with it.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIds } from '../../model/id-column.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Engine, Reader } from '../../storage/reader-writer.ts';

/**
 * Everything except characters that have the same single upper and lower case in both engines and no meaning
 * in a pattern.
 */
const OTHER = /[^ !-$&-@[\]^`a-hjl-z]+/gi;
/** Topics and messages compared per statement. */
const TOPICS_AT_ONCE = 10_000;
const MESSAGES_AT_ONCE = 2000;

const like = (engine: Engine) => sql.raw(engine === 'sqlite' ? 'like' : 'ilike');

interface TopicValues {
  readonly organization: number;
  readonly pattern: string;
  readonly after: number;
  readonly limit: number;
}

const resemblingTopics = preparedRead<TopicValues>()((db, p, engine) => {
  const condition = sql`organization_id = ${p.organization} and topic_name ${like(engine)} ${p.pattern}`;
  const ids =
    engine === 'sqlite'
      ? sql<string | null>`json_group_array(id) filter (where ${condition})`
      : sql<string | null>`(json_agg(id) filter (where ${condition}))::text`;
  return db
    .selectFrom((inner) =>
      inner
        .selectFrom('conversation')
        .select(['id', 'organization_id', 'topic_name'])
        .where('id', '>', p.after)
        .orderBy('id')
        .limit(p.limit)
        .as('scanned'),
    )
    .select([ids.as('ids'), (e) => e.fn.max('id').as('last')]);
});
const resemblingMessages = preparedRead<{ ids: string; topics: string; pattern: string }>()((db, p, engine) =>
  db
    .selectFrom('message')
    .select('id')
    .where('id', 'in', idsOf(engine, p.ids))
    .where((e) =>
      e.or([
        sql<boolean>`content ${like(engine)} ${p.pattern}`,
        e('conversation_id', 'in', idsOf(engine, p.topics)),
      ]),
    ),
);

/** The filter for one phrase; remembers the messages it has excluded. */
export class PhraseFilter {
  readonly #pattern: string;
  readonly #excluded = new Set<number>();
  #topics: Promise<string> | undefined;

  constructor(phrase: string) {
    this.#pattern = `%${phrase.replace(OTHER, '%')}%`;
  }

  /** The messages that may contain the phrase in their source or topic, in the order of `ids`. */
  async candidates(reader: Reader, ids: readonly number[]): Promise<readonly number[]> {
    if (/^%+$/.test(this.#pattern)) return ids;
    this.#topics ??= this.#resemblingTopics(reader);
    const topics = await this.#topics;
    const remaining = ids.filter((id) => !this.#excluded.has(id));
    for (let at = 0; at < remaining.length; at += MESSAGES_AT_ONCE) {
      if (at > 0) await nextTurn();
      const batch = remaining.slice(at, at + MESSAGES_AT_ONCE);
      const values = { ids: JSON.stringify(batch), topics, pattern: this.#pattern };
      const found = new Set((await resemblingMessages.all(reader, values)).map((row) => row.id));
      for (const id of batch) if (!found.has(id)) this.#excluded.add(id);
    }
    return remaining.filter((id) => !this.#excluded.has(id));
  }

  async #resemblingTopics(reader: Reader): Promise<string> {
    const topics: number[] = [];
    const organization = reader.organizationId;
    for (let after = 0; ; ) {
      const values = { organization, pattern: this.#pattern, after, limit: TOPICS_AT_ONCE };
      const row = await resemblingTopics.first(reader, values);
      if (!row?.last) return JSON.stringify(topics);
      topics.push(...parseIds(row.ids ?? '[]'));
      after = row.last;
      await nextTurn();
    }
  }
}
