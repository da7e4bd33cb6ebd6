// The relay's command line: runs the relay that forwards servers' notifications to Apple and Google, and manages its list of servers.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { argumentError } from '../src/cli/flag-values.ts';
import { printHelp } from '../src/cli/print-help.ts';
import { exitOnSignals, listeningAddress } from '../src/cli/process-lifecycle.ts';
import { UsageError } from '../src/cli/usage.ts';
import { codeOf, messageOf } from '../src/errors/error-detail.ts';
import { standardErrorLog } from '../src/server/logger.ts';
import { parseRelayOptions, relayDirectory, relayHelp } from './relay-options.ts';
import { RelayServer } from './relay-server.ts';
import { RelayStore } from './relay-store.ts';

/** Runs the subcommand named by the first argument; without one, runs the relay. */
export async function relay(args: readonly string[]): Promise<void> {
  const [action, ...rest] = args;
  if (args.includes('--help')) {
    printHelp(relayHelp());
    return;
  }
  switch (action) {
    case 'add-server':
      return addServer(rest);
    case 'servers':
      return listServers(rest);
    case 'deactivate':
    case 'activate':
      return setServerActive(action, rest);
    default:
      return run(args);
  }
}

async function run(args: readonly string[]): Promise<void> {
  const options = await parseRelayOptions(args, process.env);
  let server: RelayServer;
  try {
    server = await RelayServer.start({ ...options, log: standardErrorLog });
  } catch (error) {
    throw startFailure(error, options.port);
  }
  exitOnSignals(() => server.close(), standardErrorLog);
  process.stderr.write(`public key ${server.publicKey}\n`);
  process.stdout.write(`parley relay listening on ${listeningAddress(options.host, server.port)}\n`);
}

function startFailure(error: unknown, port: number): unknown {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return new UsageError(`Port ${port} is taken. Choose another with --port.`);
  if (code?.startsWith('ERR_OSSL'))
    return new UsageError('The key for Apple or Google is not a valid private key. Check the file.');
  return code === undefined ? new UsageError(messageOf(error), 1, { cause: error }) : error;
}

function parseFlags(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { data: text, hostname: text, contact: text },
      allowPositionals: true,
    });
  } catch (error) {
    throw argumentError(error, '--help');
  }
}

/** Runs work with the relay's database, which may be in use at the same time. */
async function withStore<T>(data: string | undefined, work: (store: RelayStore) => T): Promise<T> {
  const directory = relayDirectory(data, process.env);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const store = new RelayStore(join(directory, 'relay.db'));
  try {
    return work(store);
  } finally {
    store.close();
  }
}

async function addServer(args: readonly string[]): Promise<void> {
  const { hostname, contact = '', data } = parseFlags(args).values;
  if (!hostname)
    throw new UsageError('--hostname is missing. Set it to the host of the server that gets the key.', 2);
  const { uuid, key } = await withStore(data, (store) => store.addServer(hostname, contact));
  process.stdout.write(`PARLEY_PUSH_RELAY_ID=${uuid}\nPARLEY_PUSH_RELAY_KEY=${key}\n`);
}

async function listServers(args: readonly string[]): Promise<void> {
  const rows = await withStore(parseFlags(args).values.data, (store) => store.servers());
  for (const { uuid, hostname, contact_email: contact, is_deactivated: isOff } of rows) {
    process.stdout.write(`${uuid} ${hostname} ${contact || '-'}${isOff ? ' (deactivated)' : ''}\n`);
  }
}

async function setServerActive(action: 'activate' | 'deactivate', args: readonly string[]): Promise<void> {
  const { positionals, values } = parseFlags(args);
  const [id] = positionals;
  if (id === undefined) throw new UsageError(`Usage: npm run relay -- ${action} ID`, 2);
  const isKnown = await withStore(values.data, (store) =>
    store.switchServer(id, action === 'activate' ? 'on' : 'off'),
  );
  if (!isKnown) throw new UsageError(`No server has the ID ${id}. List them with: npm run relay -- servers`);
}
