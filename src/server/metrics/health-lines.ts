// Metrics of what the server depends on: whether it is ready or degraded, its certificate, and standbys of its database.

import type { ReplicaLag } from '../../storage/connection.ts';
import { degradedReasons, type HealthReport } from '../health.ts';
import { family, type Sample } from './text-format.ts';

/**
 * Whether the server is ready, and each reason for which it may be degraded.
 * @param certificateExpiresAt seconds since 1970; undefined without a known certificate
 */
export function healthLines(
  { status, reasons = [] }: HealthReport,
  certificateExpiresAt: number | undefined,
): string[] {
  return [
    ...family('parley_ready', 'gauge', 'Whether /health answers 200.', [
      [{}, status === 'unavailable' ? 0 : 1],
    ]),
    ...family(
      'parley_degraded',
      'gauge',
      'Whether the server is degraded, by reason.',
      degradedReasons.map((reason): Sample => [{ reason }, reasons.includes(reason) ? 1 : 0]),
    ),
    ...family(
      'parley_certificate_expires_seconds',
      'gauge',
      'When the certificate of the public address expires, in seconds since 1970.',
      certificateExpiresAt === undefined ? [] : [[{}, certificateExpiresAt]],
    ),
  ];
}

/** How far each standby is behind. Several may have one name. */
export function replicaLines(replicas: readonly ReplicaLag[]): string[] {
  const byName = Map.groupBy(replicas, ({ name }) => name);
  const each = (value: (replica: ReplicaLag) => number) =>
    [...byName].map(([replica, those]): Sample => [{ replica }, Math.max(...those.map(value))]);
  return [
    ...family(
      'parley_replicas',
      'gauge',
      'Standbys of the database that are connected, by whether commits wait for them.',
      [
        [{ state: 'synchronous' }, replicas.filter(({ isSynchronous }) => isSynchronous).length],
        [{ state: 'asynchronous' }, replicas.filter(({ isSynchronous }) => !isSynchronous).length],
      ],
    ),
    ...family(
      'parley_replica_lag_bytes',
      'gauge',
      'Write-ahead log that a standby has not applied.',
      each(({ bytes }) => bytes),
    ),
    ...family(
      'parley_replica_lag_seconds',
      'gauge',
      'How long a standby took to apply what it last confirmed.',
      each(({ seconds }) => seconds),
    ),
  ];
}
