// `npm run bench -- fleet`: one, two and three servers on one PostgreSQL database. Nothing is compared with the floor, which
// has one process and no database server.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type FleetData, fillFleet } from '../fill/fleet.ts';
import { copyToPostgres } from '../fill/postgres-copy.ts';
import { LoadGenerator } from '../load/generator.ts';
import { serverProcesses } from '../measure/process-facts.ts';
import { type Subject, startServer } from '../measure/subject.ts';
import type { BenchOptions } from '../options.ts';
import { removeDirectory, root } from '../processes.ts';
import { CountingProxy } from './counting-proxy.ts';
import { catchUp, deliveries, type Fleet, sendAlone, sendSome, sendUnderLoad } from './measure.ts';
import { type FleetResult, fleetTable } from './report.ts';

const MOST_SERVERS = 3;
const ORGANIZATIONS = 4;
const WATCHERS = 50;
/** Sends whose round trips and bytes are counted. */
const COUNTED_SENDS = 100;
const WAVES_PER_ROUND = 40;

type Log = (line: string) => void;

/** Measures fleets of one to three servers, and writes the table. @throws Error without a PostgreSQL server */
export async function runFleet(options: BenchOptions, log: Log): Promise<void> {
  if (options.databaseUrl === undefined)
    throw new Error('Several servers need PostgreSQL. Set --database-url to a server of it.');
  const people = WATCHERS + Math.min(options.people, 200);
  const data = await fillFleet(ORGANIZATIONS, people, WATCHERS);
  const databaseUrl = await copyToPostgres(data.directory, options);
  log(`filled ${ORGANIZATIONS} organizations of ${people} people`);
  const behind = options.messages >= 100_000 ? 1000 : 100;
  const loadBefore = loadavg()[0] ?? 0;
  const results: FleetResult[] = [];
  for (let servers = 1; servers <= MOST_SERVERS; servers++) {
    results.push(await measureFleet(options, { data, databaseUrl, servers, behind }, log));
  }
  removeDirectory(data.directory);
  const machine = `${cpus().length} cores, load average ${loadBefore.toFixed(1)} before`;
  process.stdout.write(`\n${machine}\n\n${fleetTable(results, ORGANIZATIONS, behind)}\n\n`);
  const directory = join(root, 'bench/results');
  await mkdir(directory, { recursive: true });
  const file = join(directory, `fleet-${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  await writeFile(file, `${JSON.stringify({ machine, options, results }, undefined, 2)}\n`);
  process.stdout.write(`${file}\n`);
}

interface FleetSize {
  readonly data: FleetData;
  readonly databaseUrl: string;
  readonly servers: number;
  readonly behind: number;
}

async function measureFleet(options: BenchOptions, size: FleetSize, log: Log): Promise<FleetResult> {
  const { servers, behind, data, databaseUrl } = size;
  const fleet = await startFleet(
    options,
    data,
    Array.from({ length: servers }, () => databaseUrl),
  );
  const load = { connections: options.connections, seconds: options.seconds * options.rounds };
  const progress = (what: string) => log(`${servers} servers: ${what}`);
  progress('sends alone');
  await sendAlone(fleet, options.seconds);
  const alone = await sendAlone(fleet, load.seconds);
  progress('sends to one organization');
  const one = await sendUnderLoad(fleet, 1, load);
  progress(`sends to ${ORGANIZATIONS} organizations`);
  const several = await sendUnderLoad(fleet, ORGANIZATIONS, load);
  progress('deliveries');
  const delivered = await deliveries(fleet, WAVES_PER_ROUND * options.rounds);
  progress('catching up');
  const caughtUp = await catchUp(fleet, behind);
  await fleet.stop();
  progress('round trips and bytes');
  const counted = await countTraffic(options, size);
  return { servers, alone, one, several, deliveries: delivered, catchUp: caughtUp, ...counted };
}

async function startFleet(options: BenchOptions, data: FleetData, urls: readonly string[]): Promise<Fleet> {
  const servers: Subject[] = [];
  for (const databaseUrl of urls) {
    servers.push(await startServer(data.directory, { ...options, databaseUrl }));
  }
  const generators = [LoadGenerator.start(), LoadGenerator.start()] as const;
  const [databaseUrl = ''] = urls;
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    data,
    databaseUrl,
    servers,
    generator: generators[0],
    secondGenerator: generators[1],
    databaseProcesses: () => serverProcesses(rows[0]?.pid ?? 0),
    stop: async () => {
      await Promise.all([...servers, ...generators].map((one) => one.stop()));
      await database.end();
    },
  };
}

/** Counts what one send at a time costs each server's connections to the database. */
async function countTraffic(
  options: BenchOptions,
  { data, databaseUrl, servers }: FleetSize,
): Promise<Pick<FleetResult, 'roundTrips' | 'traffic' | 'notificationBytes'>> {
  const proxies = await Promise.all(Array.from({ length: servers }, () => CountingProxy.before(databaseUrl)));
  const urls = proxies.map(({ url }) => url);
  const fleet = await startFleet(options, data, urls);
  try {
    await sendSome(fleet, COUNTED_SENDS);
    const before = proxies.map(({ traffic }) => traffic);
    await sendSome(fleet, COUNTED_SENDS);
    const each = proxies.map(({ traffic }, at) => {
      const of = (what: keyof typeof traffic) => (traffic[what] - (before[at]?.[what] ?? 0)) / COUNTED_SENDS;
      return {
        trips: of('roundTrips'),
        sent: of('bytesSent'),
        received: of('bytesReceived'),
        notified: of('notificationBytes'),
      };
    });
    const [first] = each;
    return {
      roundTrips: first?.trips ?? 0,
      traffic: { sent: first?.sent ?? 0, received: first?.received ?? 0 },
      notificationBytes: each.map(({ notified }) => notified),
    };
  } finally {
    await fleet.stop();
    for (const proxy of proxies) proxy.close();
  }
}
