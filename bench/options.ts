// The flags of the bench: how large the data is, how long each measure takes, which rows run.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What one run is told. */
export interface BenchOptions {
  /** Messages of the large organization; the small one always has 1,000. */
  readonly messages: number;
  /** People of both. */
  readonly people: number;
  /** People of the organization that only `POST /register` is measured on; 0: none. */
  readonly populous: number;
  /** Subscribers of the channel that shows whether sending costs more the more receive. */
  readonly subscribers: number;
  /** Event queues with a waiting poll. */
  readonly waiting: number;
  /** Messages that `mark_stream_as_read` marks at once. */
  readonly unread: number;
  /** How often server and floor take turns in every row. */
  readonly rounds: number;
  /** Seconds of each turn. */
  readonly seconds: number;
  /** Connections that send at once where a row is measured under load. */
  readonly connections: number;
  /** Only rows whose name contains one of these. */
  readonly only: readonly string[];
  /** Where the server's processor profiles go; undefined: none are made. */
  readonly profile: string | undefined;
  /** The address of a PostgreSQL server, for the rows that are measured there, too; undefined: none are. */
  readonly databaseUrl: string | undefined;
  /** Where the large organization stays for further runs; undefined: it is removed. */
  readonly keep: string | undefined;
  /** Further flags of Node.js for the server, after those of `npm start`. */
  readonly nodeFlags: readonly string[];
}

const HELP = `Usage: npm run bench -- [FLAGS]

  --quick            small data and short turns, under a minute
  --messages N       messages of the large organization (default 1000000)
  --people N         people (default 1000); above 1000 POST /register is measured at 1000 and at N
  --subscribers N    subscribers of the largest channel (default 100000)
  --waiting N        waiting event queues (default 10000)
  --rounds N         how often server and floor take turns (default 5)
  --seconds S        seconds of each turn (default 1)
  --connections N    connections under load (default 64)
  --only WORD        rows whose name contains it; may be given more than once
  --profile DIR      write processor profiles of the server there
  --database-url URL a PostgreSQL server, for the rows that are measured there, too (default PARLEY_TEST_DATABASE_URL)
  --keep DIR         keeps the large organization there, with its PostgreSQL database, for further runs of rows that only read
  --node=FLAG        a flag of Node.js for the server, after those of npm start; may be given more than once
  --help             this text
`;

const full = {
  messages: 1_000_000,
  people: 1000,
  subscribers: 100_000,
  waiting: 10_000,
  rounds: 5,
  seconds: 1,
  connections: 64,
};
const quick = {
  messages: 10_000,
  people: 100,
  subscribers: 2000,
  waiting: 300,
  rounds: 2,
  seconds: 0.15,
  connections: 16,
};
/** Above this many people there is an organization of its own for them. */
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
  only: { type: 'string', multiple: true },
  profile: { type: 'string' },
  'database-url': { type: 'string' },
  keep: { type: 'string' },
  node: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const;

function countIn(name: Count, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < least)
    throw new Error(`--${name} must be a number from ${least} on.`);
  return number;
}

/** Reads the flags; undefined when `--help` was answered. Throws a sentence for what is unusable. */
export function parseOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({ args: [...args], options: flags });
  if (values.help) {
    process.stdout.write(HELP);
    return undefined;
  }
  const standard = values.quick ? quick : full;
  const count = (name: Count, least: number): number => {
    const text = values[name];
    return text === undefined ? standard[name] : countIn(name, text, least);
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
    only: values.only ?? [],
    profile: values.profile,
    databaseUrl: values['database-url'] ?? (process.env.PARLEY_TEST_DATABASE_URL || undefined),
    keep: values.keep === undefined ? undefined : resolve(values.keep),
    nodeFlags: values.node ?? [],
  };
}
