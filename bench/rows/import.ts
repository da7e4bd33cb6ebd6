// Importing: an archive of another server becomes an organization by the command that people give. Its rate is what the clock
// says; on a machine that others use too the processor time of a message says more: of the command and, on PostgreSQL, of the
// database's own processes.

import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { writeArchive } from '../fill/archive.ts';
import { administer } from '../fill/postgres-copy.ts';
import { processorSeconds, residentMegabytes, serverProcesses } from '../measure/process-facts.ts';
import type { Figures, RowResult } from '../measure/result.ts';
import type { BenchOptions } from '../options.ts';
import { atEnd, removeDirectory, root, start, temporaryDirectory } from '../processes.ts';

/** How often the processes are looked at while they work. */
const LOOK_MILLISECONDS = 200;
/** For 10,000 messages a second on two cores. */
const BUDGET = { processor: 0.2, memory: 1024 };

type Say = (line: string) => void;

/** Imports an archive of as many messages as the large organization has, on each engine; needs no stage. */
export async function measureImport(options: BenchOptions, say: Say): Promise<RowResult[]> {
  const archive = await temporaryDirectory();
  await writeArchive(archive, options.messages);
  const results = [await measured('embedded', archive, options, say)];
  if (options.databaseUrl !== undefined) results.push(await measured('postgres', archive, options, say));
  removeDirectory(archive);
  return results;
}

async function measured(
  engine: 'embedded' | 'postgres',
  archive: string,
  { messages, profile, databaseUrl }: BenchOptions,
  say: Say,
): Promise<RowResult> {
  const place = engine === 'postgres' ? await emptyDatabase(databaseUrl ?? '') : undefined;
  const data = await temporaryDirectory();
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const command = [join(root, 'src/main.mjs'), 'organization', 'import', archive, '--data', data, '--json'];
  const onPostgres = place ? ['--database-url', place.url] : [];
  const busyBefore = others(place?.processes);
  const startedAt = performance.now();
  const child = start(process.execPath, [...profiling, ...command, ...onPostgres], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (piece) => {
    said = `${said}${piece}`.slice(-1000);
  });
  let memory = 0;
  let processor = 0;
  // Processes of the database end before the command does.
  const busy = new Map<number, number>();
  while (child.exitCode === null && child.signalCode === null) {
    memory = Math.max(memory, residentMegabytes(child.pid) ?? 0);
    processor = processorSeconds(child.pid) ?? processor;
    for (const [pid, seconds] of others(place?.processes)) busy.set(pid, seconds);
    await sleep(LOOK_MILLISECONDS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const ofDatabase = [...busy].reduce((sum, [pid, now]) => sum + now - (busyBefore.get(pid) ?? 0), 0);
  removeDirectory(data);
  await place?.remove();
  const figures: Figures = {
    rate: messages / seconds,
    processor: (1000 * (processor + ofDatabase)) / messages,
    memory,
  };
  say(
    `imported ${messages} messages on ${engine} in ${seconds.toFixed(1)} s: processor ${processor.toFixed(1)} s of the command, ${ofDatabase.toFixed(1)} s of the database; load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`,
  );
  return {
    name: `import on ${engine}, ${messages} messages`,
    budget: BUDGET,
    floorName: 'none',
    server: child.exitCode === 0 ? figures : {},
    floor: undefined,
    ...(child.exitCode !== 0 && { skipped: `failed, ${said.trim()}` }),
  };
}

/** Processor seconds of the database's processes so far; of none where there is no such server on this machine. */
function others(find: (() => readonly number[]) | undefined): Map<number, number> {
  return new Map(find?.().map((pid) => [pid, processorSeconds(pid) ?? 0]));
}

interface Place {
  readonly url: string;
  readonly processes: () => readonly number[];
  readonly remove: () => Promise<void>;
}

/** A database of its own on a server. */
async function emptyDatabase(databaseUrl: string): Promise<Place> {
  const name = `parley_bench_import_${process.pid}`;
  const drop = () => administer(databaseUrl, `drop database if exists ${name} with (force)`);
  await administer(databaseUrl, `create database ${name}`);
  atEnd(drop);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const [row] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  return {
    url: url.toString(),
    processes: () => serverProcesses(row?.pid ?? 0),
    async remove() {
      await client.end();
      await drop();
    },
  };
}
