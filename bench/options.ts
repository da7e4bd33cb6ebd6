// The flags of the bench: the size of the data, the duration of measurements, and the selected rows.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The options of a run. */
export interface BenchOptions {
  /** Messages of the large organization; the small one always has 1,000. */
  readonly messages: number;
  /** People in both organizations. */
  readonly people: number;
  /** People in the large organization for `POST /register` only; 0 if there is none. */
  readonly populous: number;
  /** Subscribers of the channel that shows how the cost of sending depends on the number of recipients. */
  readonly subscribers: number;
  /** Event queues with a waiting poll. */
  readonly waiting: number;
  /** Messages that `mark_stream_as_read` marks at once. */
  readonly unread: number;
  /** Turns of server and floor in each row. */
  readonly rounds: number;
  /** Seconds per turn. */
  readonly seconds: number;
  /** Concurrent connections when a row is measured under load. */
  readonly connections: number;
  /** Minutes at the end of `mix`. */
  readonly minutes: number;
  /** Only rows whose name contains one of these. */
  readonly only: readonly string[];
  /** The directory for CPU profiles of the server; undefined for none. */
  readonly profile: string | undefined;
  /** The URL of a PostgreSQL server, on which some rows are measured as well; undefined for none. */
  readonly databaseUrl: string | undefined;
  /** The directory where the large organization is stored for later runs; undefined if it is removed. */
  readonly keep: string | undefined;
  /** Additional Node.js flags for the server, after those of `npm start`. */
  readonly nodeFlags: readonly string[];
}

const HELP = `Usage: npm run bench -- [fleet|mix] [FLAGS]

With "fleet": one, two and three servers on one PostgreSQL database. With "mix": the requests of working clients at a rising
rate. Otherwise every row of the budget.

  --quick            small data and short turns, under a minute
  --messages N       messages of the large organization (default 1000000)
  --people N         people (default 1000); if above 1000, POST /register is measured with 1000 and with N
  --subscribers N    subscribers of the largest channel (default 100000)
  --waiting N        waiting event queues (default 10000)
  --rounds N         turns of server and floor in each row (default 5)
  --seconds S        seconds per turn (default 1)
  --connections N    connections under load (default 64)
  --minutes N        minutes at a part of the sustained rate, for mix (default 10)
  --only WORD        only rows whose name contains WORD; may be repeated
  --profile DIR      write CPU profiles of the server to DIR
  --database-url URL a PostgreSQL server, on which some rows are measured as well (default PARLEY_TEST_DATABASE_URL)
  --keep DIR         store the large organization in DIR, and keep its PostgreSQL database, for later runs of rows that only read
  --node=FLAG        a Node.js flag for the server, after those of npm start; may be repeated
  --help             show this help
`;

const full = {
  messages: 1_000_000,
  people: 1000,
  subscribers: 100_000,
  waiting: 10_000,
  rounds: 5,
  seconds: 1,
  connections: 64,
  minutes: 10,
};
const quick = {
  messages: 10_000,
  people: 100,
  subscribers: 2000,
  waiting: 300,
  rounds: 2,
  seconds: 0.15,
  connections: 16,
  minutes: 0,
};
/** Above this number of people, they get a separate organization. */
const ORDINARY_PEOPLE = 1000;

type Count = keyof typeof full;

const flags = {
  quick: { type: 'boolean' },
  messages: { type: 'string' },
  people: { type: 'string' },
  subscribers: { type: 'string' },
  waiting: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  connections: { type: 'string' },
  minutes: { type: 'string' },
  only: { type: 'string', multiple: true },
  profile: { type: 'string' },
  'database-url': { type: 'string' },
  keep: { type: 'string' },
  node: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const;

function countIn(name: Count, text: string, minimum: number): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < minimum)
    throw new Error(`--${name} must be a number and at least ${minimum}.`);
  return number;
}

/** Parses the flags; returns undefined after printing the help. @throws Error with a sentence for an invalid flag. */
export function parseOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({ args: [...args], options: flags });
  if (values.help) {
    process.stdout.write(HELP);
    return undefined;
  }
  const standard = values.quick ? quick : full;
  const count = (name: Count, minimum: number): number => {
    const text = values[name];
    return text === undefined ? standard[name] : countIn(name, text, minimum);
  };
  const people = count('people', 50);
  const messages = count('messages', 2000);
  return {
    messages,
    people: Math.min(people, ORDINARY_PEOPLE),
    populous: people > ORDINARY_PEOPLE ? people : 0,
    subscribers: count('subscribers', 100),
    waiting: count('waiting', 10),
    unread: Math.min(100_000, messages / 2),
    rounds: count('rounds', 1),
    seconds: count('seconds', 0.05),
    connections: count('connections', 1),
    minutes: count('minutes', 0),
    only: values.only ?? [],
    profile: values.profile,
    databaseUrl: values['database-url'] ?? (process.env.PARLEY_TEST_DATABASE_URL || undefined),
    keep: values.keep === undefined ? undefined : resolve(values.keep),
    nodeFlags: values.node ?? [],
  };
}
