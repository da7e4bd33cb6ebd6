// Sends concurrent requests. Each is authorized against the state before any of them ran; then their units of work
// run one after another in the given order. This catches units that decide from stale memory.

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Unit } from '../../src/storage/unit.ts';
import type { Answer } from './client.ts';
import type { TestServer } from './server.ts';

/**
 * The number of the HTTP request on whose behalf code runs. The server writes on its own too (jobs, last visits), and
 * such a unit must not be mistaken for that of a request.
 */
const requestNumber = new AsyncLocalStorage<number>();
let requestsStarted = 0;
subscribe('http.server.request.start', () => {
  requestsStarted += 1;
  requestNumber.enterWith(requestsStarted);
});

/** Sends requests, holds their units of work until all have arrived, and returns the answers in the same order. */
export async function sendConcurrently(
  { server }: TestServer,
  requests: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const { database, hubs } = server.services;
  const [hub] = await hubs.loadedHubs();
  if (!hub) throw new Error('no organization is loaded');
  const original = database.write;
  const write = original.bind(database);
  let sentAfter = requestsStarted;
  let reportArrival: () => void = () => undefined;
  database.write = <T>(organizationId: number, unit: Unit<T>) => {
    const result = write(organizationId, unit);
    if ((requestNumber.getStore() ?? 0) > sentAfter) reportArrival();
    return result;
  };
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pausing = write(hub.id, () => released);
  try {
    const answers: Promise<Answer>[] = [];
    for (const request of requests) {
      const hasArrived = new Promise<void>((resolve) => {
        reportArrival = resolve;
      });
      sentAfter = requestsStarted;
      const answer = request();
      answers.push(answer);
      // A request that is refused before its unit of work never arrives.
      await Promise.race([hasArrived, answer]);
    }
    release();
    return await Promise.all(answers);
  } finally {
    release();
    database.write = original;
    await pausing;
  }
}
