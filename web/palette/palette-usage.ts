// How often the items of the command palette are used in this browser. Recent uses count more.

import { storedValue, storeValue } from '../lib/browser-storage.ts';
import { isRecord } from '../lib/stored-values.ts';

const HALF_LIFE_MILLISECONDS = 7 * 86_400_000;
const MAX_ITEMS = 200;

/** The weight of an item at a time, by the browser's clock. */
interface Use {
  readonly weight: number;
  readonly at: number;
}

const nameFor = (ownId: number) => `palette ${ownId}`;

function isUse(value: unknown): value is Use {
  return isRecord(value) && typeof value.weight === 'number' && typeof value.at === 'number';
}

function storedUses(ownId: number): Map<string, Use> {
  const storedRecord = storedValue(nameFor(ownId));
  const entries = Object.entries(isRecord(storedRecord) ? storedRecord : {});
  return new Map(entries.filter((entry): entry is [string, Use] => isUse(entry[1])));
}

function weightAt({ weight, at }: Use, now: number): number {
  return weight * 2 ** ((at - now) / HALF_LIFE_MILLISECONDS);
}

/** The weights of used items by key: 1 for one use just now. */
export function paletteWeights(ownId: number, now: number): ReadonlyMap<string, number> {
  return new Map([...storedUses(ownId)].map(([key, use]) => [key, weightAt(use, now)]));
}

/** Counts a use of an item. */
export function countPaletteUse(ownId: number, key: string, now: number): void {
  const weights = new Map(paletteWeights(ownId, now));
  weights.set(key, (weights.get(key) ?? 0) + 1);
  const keptWeights = [...weights].sort(([, a], [, b]) => b - a).slice(0, MAX_ITEMS);
  storeValue(
    nameFor(ownId),
    Object.fromEntries(keptWeights.map(([one, weight]): [string, Use] => [one, { weight, at: now }])),
  );
}
