// Runs the rows for one organization after another, each with its own server and floor, so that nothing that a row
// leaves in memory affects the others.

import { loadOrFill } from './fill/cached-fill.ts';
import type { Dataset } from './fill/dataset.ts';
import { fill, fillCircles, fillCrowd } from './fill/fill.ts';
import { copyToPostgres } from './fill/postgres-copy.ts';
import { LoadGenerator } from './load/generator.ts';
import { MissingOperationError, type RowResult } from './measure/result.ts';
import { startFloor, startServer } from './measure/subject.ts';
import type { BenchOptions } from './options.ts';
import { removeDirectory } from './processes.ts';
import { flagsRow } from './rows/flags.ts';
import { getMessagesRows } from './rows/get-messages.ts';
import { measureImport } from './rows/import.ts';
import { freshPeople, markReadRow } from './rows/mark-read.ts';
import { narrowsRow } from './rows/narrows.ts';
import { presencePingRow, presenceRow } from './rows/presence.ts';
import { readRows } from './rows/reads.ts';
import { registerRow, registerUnreadRow } from './rows/register.ts';
import { sendDirectRow, sendRow, sendToCrowdRow } from './rows/send.ts';
import { PEOPLE_PER_CHANNEL, sendBesideWaitingRow } from './rows/send-beside-waiting.ts';
import { measureIdle, measureStarts } from './rows/start.ts';
import { uploadRow } from './rows/upload.ts';
import { waitingRow } from './rows/waiting.ts';
import { ordinaryServer, type Row, type ServerNeeds, type Stage } from './stage.ts';

const FEW_MESSAGES = 1000;
/** The number of subscribers of the largest channel who send messages. */
const SENDERS = 200;

type Log = (line: string) => void;

interface Group {
  readonly rows: readonly Row[];
  fill(): Promise<Dataset>;
}

function groups(options: BenchOptions): Group[] {
  const { messages, people, populous, subscribers, unread } = options;
  const fresh = freshPeople(options.rounds);
  return [
    {
      rows: getMessagesRows(FEW_MESSAGES),
      fill: () => fill({ people, messages: FEW_MESSAGES, unread: 0, fresh: 0 }),
    },
    {
      rows: [
        presencePingRow,
        presenceRow,
        ...readRows,
        ...getMessagesRows(messages),
        narrowsRow(messages, 'embedded'),
        ...(options.databaseUrl === undefined ? [] : [narrowsRow(messages, 'postgres')]),
        registerRow(people),
        registerUnreadRow(unread),
        flagsRow,
        markReadRow(unread),
        sendRow,
        sendDirectRow,
        uploadRow,
        waitingRow(options.waiting),
      ],
      fill: () =>
        loadOrFill(options.keep, (directory) =>
          fill({ people: people + fresh, messages, unread, fresh }, directory),
        ),
    },
    ...(populous > 0
      ? [
          {
            rows: [registerRow(populous)],
            fill: () => fill({ people: populous, messages: FEW_MESSAGES, unread: 0, fresh: 0 }),
          },
        ]
      : []),
    {
      rows: [sendToCrowdRow(subscribers)],
      fill: () => fillCrowd(subscribers, Math.min(SENDERS, subscribers)),
    },
    {
      rows: [sendBesideWaitingRow(options.waiting)],
      fill: () => fillCircles(options.waiting + PEOPLE_PER_CHANNEL, PEOPLE_PER_CHANNEL),
    },
  ];
}

/** Measures the selected rows. A row that fails is reported, and the others continue. */
export async function runBench(options: BenchOptions, log: Log): Promise<RowResult[]> {
  const isSelected = (name: string) =>
    options.only.length === 0 || options.only.some((word) => name.includes(word));
  const results: RowResult[] = [];
  if (isSelected('start')) results.push(...(await measureStarts(options)));
  // After the starts, which fill the cache of compiled modules.
  if (isSelected('idle memory')) results.push(...(await measureIdle(options)));
  if (isSelected('import')) results.push(...(await measureImport(options, log)));
  for (const group of groups(options)) {
    const rows = group.rows.filter((row) => isSelected(row.name));
    if (rows.length === 0) continue;
    results.push(...(await runGroup(options, { ...group, rows }, log)));
  }
  return results;
}

async function runGroup(options: BenchOptions, group: Group, log: Log): Promise<RowResult[]> {
  const startedAt = performance.now();
  const data = await group.fill();
  log(
    `filled ${data.messages} messages, ${data.people.length} people in ${Math.round(performance.now() - startedAt)} ms`,
  );
  const results: RowResult[] = [];
  let stage: Stage | undefined;
  for (const row of group.rows) {
    const needs = row.server ?? ordinaryServer;
    if (stage && (row.needsFreshProcesses || needs !== stage.needs)) {
      await stopStage(stage);
      stage = undefined;
    }
    stage ??= await startStage(options, data, needs);
    log(row.name);
    results.push(...(await runRow(row, stage)));
  }
  if (stage) await stopStage(stage);
  if (data.directory !== options.keep) removeDirectory(data.directory);
  return results;
}

async function startStage(options: BenchOptions, data: Dataset, needs: ServerNeeds): Promise<Stage> {
  const floor = await startFloor(data.messages, Math.max(1, data.conversations.length));
  const databaseUrl = needs.engine === 'postgres' ? await copyToPostgres(data.directory, options) : undefined;
  const server = await startServer(data.directory, { ...options, databaseUrl, isWatched: needs.isWatched });
  return { options, needs, generator: LoadGenerator.start(), server, floor, data };
}

async function stopStage({ server, floor, generator }: Stage): Promise<void> {
  await Promise.all([server.stop(), floor.stop(), generator.stop()]);
}

async function runRow(row: Row, stage: Stage): Promise<readonly RowResult[]> {
  const { name, budget, floorName } = row;
  try {
    return await row.run(stage);
  } catch (error) {
    const reason =
      error instanceof MissingOperationError ? error.message : `failed, ${(error as Error).message}`;
    return [{ name, budget, floorName, server: {}, floor: undefined, skipped: reason }];
  }
}
