// The table of a fleet: a line per figure, a column per number of servers.

import type { Latencies, Load } from './measure.ts';

/** The figures of one number of servers. */
export interface FleetResult {
  readonly servers: number;
  readonly alone: Latencies;
  /** All people in one organization, and the same number of connections in several. */
  readonly one: Load;
  readonly several: Load;
  readonly deliveries: { readonly quiet: Latencies; readonly loaded: Latencies };
  readonly catchUp: Latencies & { readonly bytes: number };
  /** Of one send at a time, for the first server. */
  readonly roundTrips: number;
  /** Bytes between the first server and the database for one send. */
  readonly traffic: { readonly sent: number; readonly received: number };
  /** Bytes of notifications that each server receives for one send. */
  readonly notificationBytes: readonly number[];
}

const WAITS_SHOWN = 5;

function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(value < 1 ? 2 : 3);
}

const latencies = ({ p50, p99 }: Latencies) => `${figure(p50)} / ${figure(p99)} ms`;
const waitsOf = ({ waits }: Load) =>
  waits
    .slice(0, WAITS_SHOWN)
    .map(([reason, sessions]) => `${reason} ${sessions.toFixed(1)}`)
    .join(', ');

type Line = readonly [label: string, cell: (result: FleetResult) => string];

function lines(organizations: number, behind: number): readonly Line[] {
  const loaded = (label: string, of: (result: FleetResult) => Load): readonly Line[] => [
    [`sends a second, ${label}`, (result) => figure(of(result).rate)],
    ['  their time', (result) => latencies(of(result))],
    ['  processor time of a send, servers', (result) => `${figure(of(result).serverProcessor)} ms`],
    ['  processor time of a send, PostgreSQL', (result) => `${figure(of(result).databaseProcessor)} ms`],
    ['  sessions of the database wait for', (result) => waitsOf(of(result))],
  ];
  return [
    ['servers', ({ servers }) => String(servers)],
    ['a send alone', ({ alone }) => latencies(alone)],
    ...loaded('one organization', ({ one }) => one),
    ...loaded(`${organizations} organizations`, ({ several }) => several),
    ['delivery at the last server', ({ deliveries }) => latencies(deliveries.quiet)],
    ['delivery under load', ({ deliveries }) => latencies(deliveries.loaded)],
    [
      `catching up ${behind} messages`,
      ({ catchUp }) => `${latencies(catchUp)}, ${figure(catchUp.bytes / 1000)} KB`,
    ],
    ['round trips of a send', ({ roundTrips }) => figure(roundTrips)],
    [
      'bytes to and from the database',
      ({ traffic }) => `${figure(traffic.sent)} / ${figure(traffic.received)}`,
    ],
    [
      'notification bytes at each server',
      ({ notificationBytes }) => notificationBytes.map(figure).join(', '),
    ],
  ];
}

/** The results as a Markdown table; latencies are medians and 99th percentiles. */
export function fleetTable(results: readonly FleetResult[], organizations: number, behind: number): string {
  const rows = lines(organizations, behind).map(([label, cell]) => [label, ...results.map(cell)]);
  const [head = [], ...others] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${'---|'.repeat(results.length + 1)}`, ...others].join('\n');
}
