// Reads the state of a running server: the answer of `/health`, and samples from its metrics.

import {
  anyText,
  decodedOrUndefined,
  list,
  number,
  oneOf,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { HttpClient } from '../../integrations/http/http-client.ts';
import { isLoopbackName } from '../../model/loopback.ts';
import { degradedReasons } from '../../server/health.ts';
import type { ServeOptions } from '../serve-options.ts';

const WAIT_MILLISECONDS = 5000;
/** Metrics of a server with all operations have about 500 kB. */
const METRICS_BYTES = 16 * 1024 * 1024;

const healthCodec = record({
  status: oneOf('ok', 'degraded', 'unavailable'),
  reasons: optional(list(oneOf(...degradedReasons))),
  database: optional(oneOf('silent')),
  clock_ahead_seconds: optional(number),
  failing_jobs: optional(list(anyText)),
});

export type Health = ReturnType<typeof healthCodec.decode>;

/** Samples of metrics, by name and labels as the server writes them. */
export type Samples = ReadonlyMap<string, number>;

export interface ServerState {
  /** Where it was asked. */
  readonly address: string;
  /** The version of the server; undefined if nothing answers there, or something else. */
  readonly version: string | undefined;
  /** Undefined if it is stopping, or something else answers. */
  readonly health: Health | undefined;
  /** Empty if the metrics cannot be read from this machine. */
  readonly samples: Samples;
}

function hostInUrl(host: string): string {
  // An address of all interfaces is reached on this machine by its loopback address.
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** The samples in a text of metrics. */
export function parseSamples(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/** Asks the server with these options, on this machine. */
export async function readServerState({ host, port, metricsPort }: ServeOptions): Promise<ServerState> {
  const name = hostInUrl(host);
  const address = `http://${name}:${port}`;
  const metricsAddress =
    metricsPort !== undefined && !isLoopbackName(host) ? `http://${name}:${metricsPort}` : address;
  const client = new HttpClient([address, metricsAddress]);
  // No answer is an answer: `status` says that nothing answers.
  const ask = (url: string) =>
    client.send(url, { milliseconds: WAIT_MILLISECONDS, maximumBytes: METRICS_BYTES }).catch(() => undefined);
  const [answer, metrics] = await Promise.all([ask(`${address}/health`), ask(`${metricsAddress}/metrics`)]);
  const version = answer?.headers['parley-version'];
  return {
    address,
    version: typeof version === 'string' ? version : undefined,
    health: answer && decodedOrUndefined(healthCodec, parseJson(answer.text)),
    samples: metrics?.status === 200 ? parseSamples(metrics.text) : new Map(),
  };
}
