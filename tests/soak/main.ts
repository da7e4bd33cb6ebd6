// `npm run soak -- [--minutes N]`: mixed load on a server that is killed, whose disk fills up, whose clock jumps and, on
// PostgreSQL (PARLEY_TEST_DATABASE_URL), whose database becomes unreachable for a while. Fails if something acknowledged is
// missing at the end, an event was skipped or repeated, or memory, log or disk exceed their bounds.

import { parseArgs } from 'node:util';
import { ApiClient } from '../support/client.ts';
import { DatabaseProxy, Disk, SoakServer } from './environment.ts';
import { compare, Ledger, pause, QueueClient, write } from './people.ts';

const MEGABYTE = 1024 * 1024;
const MAX_MEMORY = 600 * MEGABYTE;
/** The bound of the write-ahead log, plus what one commit group may add. */
const MAX_LOG = 80 * MEGABYTE;
/** The disk space of a message with its rows and index, and of an empty server. */
const MAX_DISK_PER_MESSAGE = 20_000;
const FIRST_DISK = 40 * MEGABYTE;
/** How much a request may add to the program's log. */
const MAX_LOGGED_PER_REQUEST = 2000;
const BETWEEN_MILLISECONDS = 4000;
const OUTAGE_MILLISECONDS = 3000;
const AN_HOUR = 3_600_000;
const PEOPLE = ['olive', 'adam', 'mona', 'mel', 'mia', 'max'] as const;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const disk = new Disk();
const databaseAddress = process.env.PARLEY_TEST_DATABASE_URL;
const proxy = databaseAddress ? new DatabaseProxy(databaseAddress) : undefined;
const server = new SoakServer(disk.data, await proxy?.open());
const ledger = new Ledger();
const print = (line: string) => process.stdout.write(`${line}\n`);

print(`${values.minutes} minutes on ${proxy ? 'PostgreSQL' : 'the embedded database'}`);
if (!disk.isSmall) print('a full disk: skipped, since no small file system can be mounted here');

async function restart(): Promise<void> {
  await server.kill();
  await server.start();
}

/** What happens to the server, in turn. */
const troubles: Readonly<Record<string, () => Promise<void>>> = {
  'killed and started again': restart,
  'its clock an hour ahead, and back': async () => {
    await server.clock(AN_HOUR);
    await pause(OUTAGE_MILLISECONDS);
    await server.clock(0);
  },
  ...(disk.isSmall && {
    'no room on its disk': async () => {
      disk.fill();
      await pause(OUTAGE_MILLISECONDS);
      disk.free();
    },
    'killed while there is no room': async () => {
      disk.fill();
      await server.kill();
      disk.free();
      await server.start();
    },
  }),
  ...(proxy && {
    'its database away': async () => {
      proxy.rejectConnections();
      await pause(OUTAGE_MILLISECONDS);
      proxy.acceptConnections();
    },
    'killed while its database is away': async () => {
      proxy.rejectConnections();
      await server.kill();
      proxy.acceptConnections();
      await server.start();
    },
  }),
};

async function clientOf(name: string): Promise<ApiClient> {
  const { email, api_key, user_id } = await new ApiClient(server.url).ok('POST', '/dev_fetch_api_key', {
    username: `${name}@example.com`,
  });
  return new ApiClient(server.url, email, api_key, user_id);
}

async function checkBounds(): Promise<string> {
  const memory = await server.clock(undefined);
  const bounds: readonly (readonly [string, number, number])[] = [
    ['memory', memory, MAX_MEMORY],
    ['write-ahead log', disk.logBytes, MAX_LOG],
    ['disk', disk.bytes, FIRST_DISK + MAX_LOG + MAX_DISK_PER_MESSAGE * ledger.acknowledged.size],
    ['log', server.logged, MEGABYTE + MAX_LOGGED_PER_REQUEST * (ledger.answers + ledger.rejected)],
  ];
  for (const [what, bytes, most] of bounds) if (bytes > most) ledger.problems.push(`${what}: ${bytes} bytes`);
  return bounds.map(([what, bytes]) => `${what} ${(bytes / MEGABYTE).toFixed(0)} MiB`).join(', ');
}

async function soak(): Promise<void> {
  await server.start();
  // Filling the demo organization does not count.
  const end = performance.now() + Number(values.minutes) * 60_000;
  const people = await Promise.all(PEOPLE.map(clientOf));
  const queueClients = people.slice(0, 3).map((client) => new QueueClient(ledger, client));
  for (const queueClient of queueClients) await queueClient.register();
  const work = [
    ...people.map((client, index) => write(ledger, client, PEOPLE[index] ?? '')),
    ...queueClients.map((queueClient) => queueClient.listen()),
  ];
  const names = Object.keys(troubles);
  for (let round = 0; performance.now() < end && ledger.problems.length === 0; round++) {
    await pause(BETWEEN_MILLISECONDS);
    const name = names[round % names.length] ?? '';
    await troubles[name]?.();
    if (!server.isRunning) await server.start();
    print(
      `${name}: ${ledger.acknowledged.size} acknowledged, ${ledger.rejected} refused; ${await checkBounds()}`,
    );
  }
  await pause(BETWEEN_MILLISECONDS);
  ledger.isOver = true;
  // One more message ends the waiting polls.
  const [first] = people;
  await first?.sendToChannel('general', 'soak', 'the end');
  await Promise.all(work);
  for (const queueClient of queueClients) await queueClient.catchUp();
  const count = first ? await compare(ledger, first, queueClients) : 0;
  print(`at the end: ${count} messages, ${ledger.acknowledged.size} acknowledged; ${await checkBounds()}`);
  if (ledger.acknowledged.size === 0) ledger.problems.push('nothing was acknowledged');
}

try {
  await soak();
} catch (error) {
  ledger.problems.push(String((error as Error).stack ?? error));
} finally {
  await server.kill();
  await proxy?.remove();
  disk.remove();
}
const problems = [...server.ends, ...ledger.problems];
for (const problem of problems.slice(0, 30)) print(`✖ ${problem}`);
if (problems.length > 30) print(`and ${problems.length - 30} more`);
process.exit(problems.length > 0 ? 1 : 0);
