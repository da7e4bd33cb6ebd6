// Leaves out messages that cannot hold a phrase, before they are read and looked at closely. The engines compare sources
// and topics with a pattern, which lets more pass than what holds the phrase.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { idsFrom } from '../../model/id-column.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Engine, Reader } from '../../storage/session.ts';

/** All but what has one upper and one lower case wherever letters are compared, and no meaning in a pattern. */
const OTHER = /[^ !-$&-@[\]^`a-hjl-z]+/gi;
/** Topics and messages that are compared at once. */
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
        .as('looked'),
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

/** The sieve for one phrase; it remembers what it has left out. */
export class PhraseSieve {
  readonly #pattern: string;
  readonly #lacking = new Set<number>();
  #topics: Promise<string> | undefined;

  constructor(phrase: string) {
    this.#pattern = `%${phrase.replace(OTHER, '%')}%`;
  }

  /** Those that may hold the phrase in their source or topic, in their order. */
  async passing(reader: Reader, ids: readonly number[]): Promise<readonly number[]> {
    if (/^%+$/.test(this.#pattern)) return ids;
    this.#topics ??= this.#resemblingTopics(reader);
    const topics = await this.#topics;
    const open = ids.filter((id) => !this.#lacking.has(id));
    for (let at = 0; at < open.length; at += MESSAGES_AT_ONCE) {
      if (at > 0) await nextTurn();
      const some = open.slice(at, at + MESSAGES_AT_ONCE);
      const values = { ids: JSON.stringify(some), topics, pattern: this.#pattern };
      const found = new Set((await resemblingMessages.all(reader, values)).map((row) => row.id));
      for (const id of some) if (!found.has(id)) this.#lacking.add(id);
    }
    return open.filter((id) => !this.#lacking.has(id));
  }

  async #resemblingTopics(reader: Reader): Promise<string> {
    const topics: number[] = [];
    const organization = reader.organizationId;
    for (let after = 0; ; ) {
      const values = { organization, pattern: this.#pattern, after, limit: TOPICS_AT_ONCE };
      const row = await resemblingTopics.first(reader, values);
      if (!row?.last) return JSON.stringify(topics);
      topics.push(...idsFrom(row.ids ?? '[]'));
      after = row.last;
      await nextTurn();
    }
  }
}
