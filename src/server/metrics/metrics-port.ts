// Serves metrics on a separate port, for a Prometheus on another machine. The port answers nothing else, so
// it can be opened to that machine only.

import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Services } from '../../api/services.ts';
import { limits } from '../../api-contract/limits.ts';
import { detailOf } from '../../errors/error-detail.ts';
import type { Metrics } from './metrics.ts';

const { createServer } = process.getBuiltinModule('node:http');

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A scrape request arrives within milliseconds; a client that takes longer is not Prometheus. */
const REQUEST_MILLISECONDS = 10_000;

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': METRICS_TYPE,
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

/** A port that answers `GET /metrics`. */
export class MetricsPort {
  readonly #server: Server;
  /** The text being produced, shared by concurrent requests. */
  #text: Promise<string> | undefined;

  private constructor(metrics: Metrics, log: Services['log']) {
    const currentText = () => {
      this.#text ??= metrics.text().finally(() => {
        this.#text = undefined;
      });
      return this.#text;
    };
    const options = { requestTimeout: REQUEST_MILLISECONDS, maxHeaderSize: limits.requestHeaderBytes };
    this.#server = createServer(options, (request, response) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
        return answer(response, 404, 'Only GET /metrics is supported.\n');
      currentText().then(
        (text) => answer(response, 200, text),
        (error: unknown) => {
          log.error({ error: detailOf(error) }, 'metrics failed');
          answer(response, 503, 'The metrics are not available.\n');
        },
      );
    });
    this.#server.maxConnections = limits.metricsConnections;
  }

  /** Listens; port 0 picks a free one. */
  static async listen(
    { host, port }: { readonly host: string; readonly port: number },
    metrics: Metrics,
    log: Services['log'],
  ): Promise<MetricsPort> {
    const metricsPort = new MetricsPort(metrics, log);
    metricsPort.#server.listen(port, host);
    await once(metricsPort.#server, 'listening');
    return metricsPort;
  }

  /** The port that it listens on. */
  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
