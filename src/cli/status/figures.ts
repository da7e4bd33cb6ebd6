// The figures of `status`, with the thresholds of the alerts (packaging/monitoring/parley-alerts.yml).

import { MEBIBYTE } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import { type Finding, failed, passed } from '../checks/finding.ts';
import { sizeIn } from '../checks/machine.ts';
import type { Samples } from './read-samples.ts';

const HOUR = 3600;
const MINUTE = 60;
const BACKUP_SECONDS = 26 * HOUR;
const CERTIFICATE_DAYS = 14;
const OVERDUE_SECONDS = 900;
const LAG_BYTES = 64 * MEBIBYTE;
/** Fewer say nothing about a share. */
const LEAST_MEASURED = 100;
const LEAST_SENT = 0.997;
const LEAST_IN_TIME = 0.97;

/** A finding that depends on a condition. */
function judged(isRight: boolean, name: string, detail: string): Finding {
  return isRight ? passed(name, detail) : failed(name, detail);
}

/** The lines for what the samples contain; none without samples. @param now in seconds */
export function figures(samples: Samples, now: number): Finding[] {
  if (samples.size === 0)
    return [passed('figures', 'Metrics are read on the machine of the server only, or at --metrics-port.')];
  return [
    ...sends(samples),
    ...deliveries(samples),
    clients(samples),
    ...work(samples),
    ...backup(samples, now),
    ...disk(samples),
    ...standbys(samples),
    ...certificate(samples, now),
  ];
}

function percentOf(part: number, whole: number): string {
  return `${(Math.floor((part / whole) * 1000) / 10).toFixed(1)} %`;
}

function sends(samples: Samples): Finding[] {
  const count = (status: string) =>
    samples.get(`parley_requests_total{operation="send-message",status="${status}"}`) ?? 0;
  const accepted = count('2xx');
  const all = accepted + count('5xx');
  if (all === 0) return [];
  const isRight = all < LEAST_MEASURED || accepted / all >= LEAST_SENT;
  return [
    judged(
      isRight,
      'sends',
      `${percentOf(accepted, all)} of ${all} messages were acknowledged since the start.`,
    ),
  ];
}

function deliveries(samples: Samples): Finding[] {
  const all = samples.get('parley_delivery_seconds_count') ?? 0;
  if (all === 0) return [];
  const inTime = samples.get('parley_delivery_seconds_bucket{le="1"}') ?? 0;
  const isRight = all < LEAST_MEASURED || inTime / all >= LEAST_IN_TIME;
  return [
    judged(isRight, 'delivery', `${percentOf(inTime, all)} of ${all} deliveries took less than a second.`),
  ];
}

function clients(samples: Samples): Finding {
  const waiting = samples.get('parley_event_queues{state="waiting"}') ?? 0;
  const online = samples.get('parley_people_online') ?? 0;
  return passed('clients', `${waiting} clients wait for events. ${online} people are online.`);
}

/** The labels and values of all samples with a name. */
function samplesOf(samples: Samples, name: string): [label: string, value: number][] {
  return [...samples].flatMap(([key, value]) => {
    const label = key.startsWith(`${name}{`) ? /="(.*)"\}$/.exec(key)?.[1] : undefined;
    return label === undefined ? [] : [[label, value]];
  });
}

function work(samples: Samples): Finding[] {
  if (samples.get('parley_up') !== 1) return [];
  const rows = samplesOf(samples, 'parley_outbox_rows');
  const overdue = Math.max(
    0,
    ...samplesOf(samples, 'parley_outbox_overdue_seconds').map(([, value]) => value),
  );
  const text = rows.length === 0 ? 'Nothing' : rows.map(([kind, count]) => `${count} of ${kind}`).join(', ');
  return [
    judged(
      overdue <= OVERDUE_SECONDS,
      'work',
      `${text} waits in the outbox${overdue > 0 ? `; the oldest has been due for ${durationIn(overdue)}` : ''}.`,
    ),
  ];
}

function durationIn(seconds: number): string {
  if (seconds >= 2 * DAY) return `${Math.floor(seconds / DAY)} days`;
  if (seconds >= 2 * HOUR) return `${Math.floor(seconds / HOUR)} hours`;
  if (seconds >= 2 * MINUTE) return `${Math.floor(seconds / MINUTE)} minutes`;
  return `${Math.max(0, Math.floor(seconds))} seconds`;
}

function backup(samples: Samples, now: number): Finding[] {
  const last = samples.get('parley_backup_last_success_seconds');
  if (last === undefined) return [];
  if (last === 0)
    return [failed('backup', 'There is no complete backup. Make one with "backup" (docs/guide/backups.md).')];
  return [
    judged(now - last <= BACKUP_SECONDS, 'backup', `The last backup is ${durationIn(now - last)} old.`),
  ];
}

function disk(samples: Samples): Finding[] {
  const [free, size] = ['free', 'size'].map((of) => samples.get(`parley_disk_bytes{of="${of}"}`));
  if (free === undefined || size === undefined) return [];
  const reserve = samples.get('parley_disk_bytes{of="reserve"}') ?? 0;
  return [judged(free >= reserve, 'disk', `${sizeIn(free)} of ${sizeIn(size)} are free.`)];
}

function standbys(samples: Samples): Finding[] {
  return samplesOf(samples, 'parley_replica_lag_bytes').map(([name, bytes]) =>
    judged(bytes <= LAG_BYTES, 'standby', `${name} is ${sizeIn(bytes)} behind.`),
  );
}

function certificate(samples: Samples, now: number): Finding[] {
  const end = samples.get('parley_certificate_expires_seconds');
  if (end === undefined) return [];
  const days = Math.floor((end - now) / DAY);
  return [judged(days >= CERTIFICATE_DAYS, 'certificate', `It expires in ${days} days.`)];
}
