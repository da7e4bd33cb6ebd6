// GET /messages by every kind of narrow, alone and in pairs, found or not: the slowest is what counts. Meanwhile somebody
// else asks for something small, and must not wait for it.

import { authorizationOf, type BenchPerson, type Dataset } from '../fill/dataset.ts';
import type { RowResult } from '../measure/result.ts';
import { median } from '../measure/statistics.ts';
import { get, inTurn } from '../requests.ts';
import type { Row, Stage } from '../stage.ts';

const PAGE = 100;
/** Below this many messages each kind is asked for alone only. */
const PAIRS_FROM = 100_000;
const MOST_MILLISECONDS = { narrow: 300, other: 50 };

type Term = Readonly<{ operator: string; operand: unknown; negated?: boolean }>;

/** One term of each kind, and of some the complement. */
function kinds(data: Dataset, person: BenchPerson): Term[] {
  const topic = inTurn(
    data.conversations.filter(
      ({ channelId, people }) => channelId !== null && people.includes(person.number),
    ),
    3,
  );
  const other = inTurn(data.people, person.number + 1);
  const is = (operand: string, negated = false): Term => ({ operator: 'is', operand, negated });
  const has = (operand: string): Term => ({ operator: 'has', operand });
  return [
    { operator: 'channel', operand: topic.channelId },
    { operator: 'channels', operand: 'public' },
    { operator: 'topic', operand: topic.topic },
    { operator: 'topic', operand: topic.topic, negated: true },
    { operator: 'sender', operand: other.id },
    { operator: 'sender', operand: other.id, negated: true },
    { operator: 'dm', operand: [other.id] },
    { operator: 'dm-including', operand: other.id },
    { operator: 'mentions', operand: other.id },
    { operator: 'in', operand: 'home' },
    { operator: 'search', operand: 'release' },
    { operator: 'search', operand: 'nobodyeverwrotethis' },
    { operator: 'id', operand: topic.messageIds[0] ?? 0 },
    ...['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'].map((one) =>
      is(one),
    ),
    is('dm', true),
    is('unread', true),
    ...['link', 'image', 'attachment', 'reaction'].map(has),
  ];
}

function narrowsOf(terms: readonly Term[], withPairs: boolean): (readonly Term[])[] {
  const alone = terms.map((term) => [term]);
  if (!withPairs) return alone;
  return [...alone, ...terms.flatMap((one, at) => terms.slice(at + 1).map((two) => [one, two]))];
}

const nameOf = (terms: readonly Term[]) =>
  terms.map(({ operator, operand, negated }) => `${negated ? '-' : ''}${operator}:${operand}`).join(' ');

/** Asks for something small again and again; its longest answer, and the one in the middle. */
class Bystander {
  readonly #latencies: number[] = [];
  readonly #running: Promise<void>;
  #isOver = false;

  constructor(port: number, person: BenchPerson) {
    this.#running = this.#run(`http://127.0.0.1:${port}/api/v1/users/me`, authorizationOf(person));
  }

  async #run(url: string, authorization: string): Promise<void> {
    while (!this.#isOver) {
      const sentAt = performance.now();
      const answer = await fetch(url, { headers: { authorization } });
      await answer.arrayBuffer();
      this.#latencies.push(performance.now() - sentAt);
    }
  }

  async end(): Promise<{ readonly p50: number; readonly longest: number }> {
    this.#isOver = true;
    await this.#running;
    return { p50: median(this.#latencies), longest: Math.max(...this.#latencies) };
  }
}

/** How long each narrow takes that is not refused. */
async function walk(stage: Stage, person: BenchPerson): Promise<Map<string, number>> {
  const { server, generator, data } = stage;
  const times = new Map<string, number>();
  for (const narrow of narrowsOf(kinds(data, person), data.messages >= PAIRS_FROM)) {
    const request = get(person, '/messages', {
      anchor: 'newest',
      num_before: PAGE,
      num_after: 0,
      narrow,
    });
    const { refusals, longest, firstRefusal } = await generator.do<'requests'>({
      kind: 'requests',
      port: server.port,
      requests: [request],
      connections: 1,
      count: 1,
    });
    // No message is in a channel and direct.
    if (refusals > 0 && !firstRefusal?.includes('BAD_NARROW')) throw new Error(`refused: ${firstRefusal}`);
    if (refusals === 0) times.set(nameOf(narrow), longest);
  }
  return times;
}

/** Three results: all narrows, the slowest of them, and whoever asked for something else meanwhile. */
export function narrowsRow(messages: number): Row {
  const name = `GET /messages, all kinds of narrows, ${messages.toLocaleString('en')} messages`;
  const result = (said: string, most: number | undefined, p50: number, p99: number): RowResult => ({
    name: said,
    budget: most === undefined ? {} : { p50: most },
    floorName: '',
    server: { p50, p99 },
    floor: undefined,
  });
  return {
    name,
    budget: {},
    floorName: '',
    async run(stage) {
      const [person, other] = [inTurn(stage.data.people, 1), inTurn(stage.data.people, 2)];
      await walk(stage, person);
      const bystander = new Bystander(stage.server.port, other);
      const times = await walk(stage, person);
      const waited = await bystander.end();
      const [slowest = ['', Number.NaN]] = [...times].sort(([, a], [, b]) => b - a);
      const all = [...times.values()];
      return [
        result(`${name} (${all.length})`, undefined, median(all), Math.max(...all)),
        result(`  the slowest: ${slowest[0]}`, MOST_MILLISECONDS.narrow, slowest[1], slowest[1]),
        result(
          '  the longest that another request waits',
          MOST_MILLISECONDS.other,
          waited.longest,
          waited.longest,
        ),
      ];
    },
  };
}
