// For each alert rule: series in which it fires, and the labels that it fires with. Values have the form of promtool:
// "0+5x60" begins at 0 and grows by 5 at each of 60 minutes.

export interface AlertCase {
  readonly series: Readonly<Record<string, string>>;
  /** The minute at which it fires. */
  readonly minute: number;
  /** The labels besides the severity. */
  readonly labels?: Readonly<Record<string, string>>;
}

const HERE = 'instance="a:9992",job="parley"';
const here = { instance: 'a:9992', job: 'parley' };
const requests = (operation: string, status: string) =>
  `parley_requests_total{operation="${operation}",status="${status}",${HERE}}`;
const delivered = (suffix: string) => `parley_delivery_seconds_${suffix}`;
const waiting = `parley_event_queues{state="waiting",${HERE}}`;
const free = `parley_disk_bytes{of="free",${HERE}}`;
const certificate = `parley_certificate_expires_seconds{${HERE}}`;

/** One tenth of the sends fails. */
const failingSends = {
  [requests('send-message', '2xx')]: '0+90x400',
  [requests('send-message', '5xx')]: '0+10x400',
};
/** A quarter of the deliveries takes longer than a second. */
const lateDeliveries = {
  [delivered(`bucket{le="1",${HERE}}`)]: '0+75x400',
  [delivered(`count{${HERE}}`)]: '0+100x400',
};

export const alertCases: Readonly<Record<string, AlertCase>> = {
  ParleyDown: { series: { [`up{${HERE}}`]: '0x20' }, minute: 5, labels: here },
  ParleyFails: {
    series: { [requests('get-messages', '5xx')]: '0+30x30' },
    minute: 20,
    labels: { instance: here.instance },
  },
  ParleyDiskLow: {
    series: { [free]: '5x20', [`parley_disk_bytes{of="reserve",${HERE}}`]: '9x20' },
    minute: 5,
    labels: { instance: here.instance },
  },
  ParleySlow: {
    series: {
      [`parley_request_seconds_bucket{operation="get-messages",le="1",${HERE}}`]: '0+10x40',
      [`parley_request_seconds_bucket{operation="get-messages",le="10",${HERE}}`]: '0+100x40',
      [`parley_request_seconds_bucket{operation="get-messages",le="+Inf",${HERE}}`]: '0+100x40',
    },
    minute: 30,
    labels: { instance: here.instance },
  },
  ParleyEventLoopHeld: {
    series: { [`nodejs_eventloop_lag_p99_seconds{${HERE}}`]: '0.8x30' },
    minute: 20,
    labels: here,
  },
  ParleyWorkWaits: {
    series: { [`parley_outbox_overdue_seconds{kind="push",${HERE}}`]: '1000x30' },
    minute: 20,
    labels: { instance: here.instance, kind: 'push' },
  },
  ParleyMailWaits: {
    series: { [`parley_outbox_rows{kind="mail",${HERE}}`]: '600x60' },
    minute: 45,
    labels: { instance: here.instance },
  },
  ParleyEventsWait: {
    series: { [`parley_event_subscriptions_behind_entries{${HERE}}`]: '30000x30' },
    minute: 20,
  },
  // Prometheus renames the server's label `job`, since `job` is the scraped program.
  ParleyJobFails: {
    series: { [`parley_job_failures_total{exported_job="retention",${HERE}}`]: '0+1x30' },
    minute: 20,
    labels: { ...here, exported_job: 'retention' },
  },
  ParleyWriteAheadLogGrows: {
    series: { [`parley_stored_bytes{of="write_ahead_log",${HERE}}`]: '600000000x30' },
    minute: 20,
    labels: { ...here, of: 'write_ahead_log' },
  },
  ParleyGuessed: {
    series: { [`parley_login_failures{${HERE}}`]: '400x20' },
    minute: 10,
    labels: { instance: here.instance },
  },
  ParleySendsFail: { series: failingSends, minute: 90 },
  ParleySendsFailSlowly: { series: failingSends, minute: 390 },
  ParleyDeliveryLate: { series: lateDeliveries, minute: 90 },
  ParleyDeliveryLateSlowly: { series: lateDeliveries, minute: 390 },
  ParleyPollsFail: {
    series: { [requests('get-events', '2xx')]: '0+90x30', [requests('get-events', '5xx')]: '0+10x30' },
    minute: 20,
  },
  ParleyPollsLost: { series: { [waiting]: '100x20 10x20' }, minute: 25 },
  ParleyBackupOld: { series: { [`parley_backup_last_success_seconds{${HERE}}`]: '0x1700' }, minute: 1600 },
  ParleyReplicaLost: {
    series: { [`parley_replicas{state="synchronous",${HERE}}`]: '1x20 0x200' },
    // Until the standby is back, or a day is over.
    minute: 200,
  },
  ParleyReplicaBehind: {
    series: { [`parley_replica_lag_bytes{replica="db2",${HERE}}`]: '100000000x20' },
    minute: 15,
    labels: { replica: 'db2' },
  },
  ParleyDiskFillsSoon: { series: { [free]: '20000-50x200' }, minute: 180, labels: { ...here, of: 'free' } },
  ParleyDiskFills: { series: { [free]: '100000-50x600' }, minute: 480, labels: { ...here, of: 'free' } },
  ParleyCertificateEndsSoon: { series: { [certificate]: '100000x60' }, minute: 30, labels: here },
  ParleyCertificateEnds: { series: { [certificate]: '1000000x120' }, minute: 90, labels: here },
  ParleyNotReady: { series: { [`parley_ready{${HERE}}`]: '0x10' }, minute: 5, labels: here },
  ParleyDegraded: {
    series: { [`parley_degraded{reason="clock_wrong",${HERE}}`]: '1x30' },
    minute: 20,
    labels: { instance: here.instance, reason: 'clock_wrong' },
  },
};

/** A day and more without problems, in which no rule may fire. */
export const quietSeries: Readonly<Record<string, string>> = {
  [`up{${HERE}}`]: '1x1800',
  [`parley_up{${HERE}}`]: '1x1800',
  [`parley_ready{${HERE}}`]: '1x1800',
  [`parley_degraded{reason="clock_wrong",${HERE}}`]: '0x1800',
  [requests('send-message', '2xx')]: '0+100x1800',
  [requests('send-message', '4xx')]: '0+20x1800',
  [requests('send-message', '5xx')]: '0+0.1x1800',
  [requests('get-events', '2xx')]: '0+100x1800',
  [delivered(`bucket{le="1",${HERE}}`)]: '0+99.5x1800',
  [delivered(`count{${HERE}}`)]: '0+100x1800',
  // People go home one after another.
  [waiting]: '1900-1x1800',
  [free]: '1000000000x1800',
  [`parley_disk_bytes{of="reserve",${HERE}}`]: '1000x1800',
  [`parley_backup_last_success_seconds{${HERE}}`]: '40000x1800',
  [certificate]: '9000000x1800',
  // The standby restarts shortly before two of the times at which the rules are evaluated.
  [`parley_replicas{state="synchronous",${HERE}}`]: '1x28 0x3 1x443 0x4 1x1300',
  [`parley_replica_lag_bytes{replica="db2",${HERE}}`]: '1000x1800',
};
