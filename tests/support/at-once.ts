// Sends concurrent requests. Each is authorized against the state before any of them ran; then their units of work
// run one after another in the given order. Units that decide from stale memory are caught by this.

import type { Unit } from '../../src/storage/unit.ts';
import type { Answer } from './client.ts';
import type { TestServer } from './server.ts';

/** Sends requests, holds their units of work until all have arrived, and returns the answers in the same order. */
export async function atOnce(
  { server }: TestServer,
  requests: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const { database, hubs } = server.services;
  const [hub] = await hubs.loaded();
  if (!hub) throw new Error('no organization is loaded');
  const present = database.write;
  const write = present.bind(database);
  let arrived: () => void = () => undefined;
  database.write = <T>(organizationId: number, unit: Unit<T>) => {
    const result = write(organizationId, unit);
    arrived();
    return result;
  };
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = write(hub.id, () => released);
  try {
    const answers: Promise<Answer>[] = [];
    for (const request of requests) {
      const hasArrived = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const answer = request();
      answers.push(answer);
      // A request that is refused before its unit of work never arrives.
      await Promise.race([hasArrived, answer]);
    }
    release();
    return await Promise.all(answers);
  } finally {
    release();
    database.write = present;
    await held;
  }
}
