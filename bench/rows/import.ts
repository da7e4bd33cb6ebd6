// Imports an archive of another server with the command for operators. The rate is by wall clock time. On a busy machine, the
// processor time per message is more reliable: that of the command and, on PostgreSQL, of the database processes.

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

/** How often the processes are sampled. */
const SAMPLE_MILLISECONDS = 200;
/** Corresponds to 10,000 messages per second on two cores. */
const BUDGET = { processor: 0.2, memory: 1024 };

type Log = (line: string) => void;

/** Imports an archive of as many messages as the large organization has, on each engine; needs no stage. */
export async function measureImport(options: BenchOptions, log: Log): Promise<RowResult[]> {
  const archive = await temporaryDirectory();
  await writeArchive(archive, options.messages);
  const results = [await measureOnEngine('embedded', archive, options, log)];
  if (options.databaseUrl !== undefined)
    results.push(await measureOnEngine('postgres', archive, options, log));
  removeDirectory(archive);
  return results;
}

async function measureOnEngine(
  engine: 'embedded' | 'postgres',
  archive: string,
  { messages, profile, databaseUrl }: BenchOptions,
  log: Log,
): Promise<RowResult> {
  const target = engine === 'postgres' ? await emptyDatabase(databaseUrl ?? '') : undefined;
  const data = await temporaryDirectory();
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const command = [join(root, 'src/main.mjs'), 'organization', 'import', archive, '--data', data, '--json'];
  const onPostgres = target ? ['--database-url', target.url] : [];
  const busyBefore = databaseSeconds(target?.processes);
  const startedAt = performance.now();
  const child = start(process.execPath, [...profiling, ...command, ...onPostgres], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr?.on('data', (piece) => {
    errorOutput = `${errorOutput}${piece}`.slice(-1000);
  });
  let memory = 0;
  let processor = 0;
  // Processes of the database may end before the command does.
  const busy = new Map<number, number>();
  while (child.exitCode === null && child.signalCode === null) {
    memory = Math.max(memory, residentMegabytes(child.pid) ?? 0);
    processor = processorSeconds(child.pid) ?? processor;
    for (const [pid, seconds] of databaseSeconds(target?.processes)) busy.set(pid, seconds);
    await sleep(SAMPLE_MILLISECONDS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const ofDatabase = [...busy].reduce((sum, [pid, now]) => sum + now - (busyBefore.get(pid) ?? 0), 0);
  removeDirectory(data);
  await target?.remove();
  const figures: Figures = {
    rate: messages / seconds,
    processor: (1000 * (processor + ofDatabase)) / messages,
    memory,
  };
  log(
    `imported ${messages} messages on ${engine} in ${seconds.toFixed(1)} s: processor time ${processor.toFixed(1)} s for the command, ${ofDatabase.toFixed(1)} s for the database; load average ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`,
  );
  return {
    name: `import on ${engine}, ${messages} messages`,
    budget: BUDGET,
    floorName: 'none',
    server: child.exitCode === 0 ? figures : {},
    floor: undefined,
    ...(child.exitCode !== 0 && { skipped: `failed, ${errorOutput.trim()}` }),
  };
}

/** Processor seconds of the database processes so far; empty if the database does not run on this machine. */
function databaseSeconds(find: (() => readonly number[]) | undefined): Map<number, number> {
  return new Map(find?.().map((pid) => [pid, processorSeconds(pid) ?? 0]));
}

interface Target {
  readonly url: string;
  readonly processes: () => readonly number[];
  readonly remove: () => Promise<void>;
}

/** Creates an empty database on a PostgreSQL server. */
async function emptyDatabase(databaseUrl: string): Promise<Target> {
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
