// What is measured on a fleet: sends, deliveries to another server, catching up at another server, and what they cost.

import type { FleetData, FleetOrganization } from '../fill/fleet.ts';
import type { LoadGenerator } from '../load/generator.ts';
import type { RequestOutcome, WireRequest } from '../load/jobs.ts';
import { processorMilliseconds } from '../measure/process-facts.ts';
import { median, percentile } from '../measure/statistics.ts';
import type { Subject } from '../measure/subject.ts';
import { get, inTurn, post } from '../requests.ts';
import { type Waits, waitsDuring } from './database-waits.ts';

const VARIANTS = 500;
const WATCHING_POLLS = 20;
/** Connections that send while deliveries are measured under load. */
const BESIDE_DELIVERIES = 8;

export interface Fleet {
  readonly data: FleetData;
  readonly databaseUrl: string;
  readonly servers: readonly Subject[];
  readonly generator: LoadGenerator;
  /** For load beside what the first one measures. */
  readonly secondGenerator: LoadGenerator;
  /** The processes of PostgreSQL, if it is on this machine. */
  databaseProcesses(): readonly number[];
  stop(): Promise<void>;
}

export interface Latencies {
  readonly p50: number;
  readonly p99: number;
}

export interface Load extends Latencies {
  readonly rate: number;
  /** Processor milliseconds per send, of all servers and of PostgreSQL. */
  readonly serverProcessor: number;
  readonly databaseProcessor: number;
  readonly waits: Waits;
}

/** Messages of an organization's people to their small channels. */
function sendsOf({ host, channels }: FleetOrganization, count: number): WireRequest[] {
  return Array.from({ length: count }, (_, variant) => {
    const channel = inTurn(channels, variant);
    const content = `Message ${variant}: the **release** is ready, see https://example.com/builds/${variant}`;
    const parameters = { type: 'channel', to: channel.id, topic: `topic ${variant % 10}`, content };
    return { ...post(inTurn(channel.people, variant >> 3), '/messages', parameters), host };
  });
}

/** Messages to several organizations in turn. */
function sendsTo(organizations: readonly FleetOrganization[]): WireRequest[] {
  const lists = organizations.map((organization) => sendsOf(organization, VARIANTS / organizations.length));
  return (lists[0] ?? []).flatMap((_, at) => lists.flatMap((list) => list[at] ?? []));
}

function firstOf({ organizations }: FleetData): FleetOrganization {
  return inTurn(organizations, 0);
}

function ports({ servers }: Fleet): number[] {
  return servers.map(({ port }) => port);
}

async function requests(
  generator: LoadGenerator,
  job: Omit<Parameters<LoadGenerator['do']>[0] & { kind: 'requests' }, 'kind'>,
): Promise<RequestOutcome> {
  const outcome = await generator.do<'requests'>({ kind: 'requests', ...job });
  if (outcome.failures > 0) throw new Error(`request failed: ${outcome.firstFailure}`);
  return outcome;
}

/** One person sends at one server. */
export async function sendAlone(fleet: Fleet, seconds: number): Promise<Latencies> {
  const [port = 0] = ports(fleet);
  return requests(fleet.generator, {
    port,
    requests: sendsOf(firstOf(fleet.data), VARIANTS),
    connections: 1,
    seconds,
  });
}

/** Many people send at all servers, in the first organizations of the fleet. */
export async function sendUnderLoad(
  fleet: Fleet,
  organizations: number,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Load> {
  const [port = 0] = ports(fleet);
  const job = {
    port,
    ports: ports(fleet),
    requests: sendsTo(fleet.data.organizations.slice(0, organizations)),
    connections,
    seconds,
  };
  await requests(fleet.generator, { ...job, seconds: seconds / 2 });
  const processorOf = (pids: readonly number[]) =>
    pids.reduce((sum, pid) => sum + processorMilliseconds(pid), 0);
  const serverPids = fleet.servers.flatMap(({ pid }) => pid ?? []);
  const databasePids = fleet.databaseProcesses();
  const before = [processorOf(serverPids), processorOf(databasePids)] as const;
  const { result, waits } = await waitsDuring(fleet.databaseUrl, () => requests(fleet.generator, job));
  const after = [processorOf(serverPids), processorOf(databasePids)] as const;
  return {
    p50: result.p50,
    p99: result.p99,
    rate: result.answers / result.seconds,
    serverProcessor: (after[0] - before[0]) / result.answers,
    databaseProcessor: (after[1] - before[1]) / result.answers,
    waits,
  };
}

/** Registers queues for messages at the first server; returns their first polls. */
async function registered(fleet: Fleet, count: number): Promise<WireRequest[]> {
  const [port = 0] = ports(fleet);
  const { watchers } = firstOf(fleet.data);
  const registrations = Array.from({ length: count }, (_, number) =>
    post(inTurn(watchers, number), '/register', { event_types: ['message'], apply_markdown: true }),
  );
  const job = { port, requests: registrations, connections: 4, count, keepBodies: true };
  const { bodies } = await requests(fleet.generator, job);
  return bodies.map((body, number) => {
    const { queue_id, last_event_id } = JSON.parse(body) as { queue_id: string; last_event_id: number };
    return get(inTurn(watchers, number), '/events', { queue_id, last_event_id });
  });
}

function messageToEveryone({ data }: Fleet): WireRequest {
  const { channels, everyoneChannelId } = firstOf(data);
  const sender = inTurn(inTurn(channels, 0).people, 0);
  const parameters = {
    type: 'channel',
    to: everyoneChannelId,
    topic: 'news',
    content: 'Lunch is **ready**.',
  };
  return post(sender, '/messages', parameters);
}

/**
 * The time from sending at the first server until the last of some polls at the last server is answered; without and with
 * load at all servers.
 */
export async function deliveries(
  fleet: Fleet,
  waves: number,
): Promise<{ readonly quiet: Latencies; readonly loaded: Latencies }> {
  const { generator } = fleet;
  const [port = 0] = ports(fleet);
  const other = ports(fleet).at(-1) ?? port;
  await generator.do<'wait'>({ kind: 'wait', port: other, polls: await registered(fleet, WATCHING_POLLS) });
  const request = messageToEveryone(fleet);
  const measured = async (): Promise<Latencies> => {
    const times: number[] = [];
    for (let wave = 0; wave < waves; wave++) {
      times.push((await generator.do<'wake'>({ kind: 'wake', port, request })).last);
    }
    times.sort((one, next) => one - next);
    return { p50: median(times), p99: percentile(times, 0.99) };
  };
  const quiet = await measured();
  let isOver = false;
  const load = (async () => {
    const sends = sendsOf(firstOf(fleet.data), VARIANTS);
    const job = { port, ports: ports(fleet), requests: sends, connections: BESIDE_DELIVERIES, seconds: 0.5 };
    while (!isOver) await requests(fleet.secondGenerator, job);
  })();
  const loaded = await measured().finally(() => {
    isOver = true;
  });
  await load;
  await generator.do<'leave'>({ kind: 'leave' });
  return { quiet, loaded };
}

/** Queues of the first server that are `behind` messages behind are read at the last one. */
export async function catchUp(fleet: Fleet, behind: number): Promise<Latencies & { readonly bytes: number }> {
  const [port = 0] = ports(fleet);
  const polls = await registered(fleet, WATCHING_POLLS);
  await requests(fleet.generator, {
    port,
    requests: [messageToEveryone(fleet)],
    connections: 8,
    count: behind,
  });
  return requests(fleet.generator, {
    port: ports(fleet).at(-1) ?? port,
    requests: polls,
    connections: 1,
    count: polls.length,
  });
}

/** Sends one message after another at the first server. */
export async function sendSome(fleet: Fleet, count: number): Promise<void> {
  const [port = 0] = ports(fleet);
  await requests(fleet.generator, {
    port,
    requests: sendsOf(firstOf(fleet.data), count),
    connections: 1,
    count,
  });
}
