// How often the items of the command palette are used in this browser. Recent uses count more.

const HALF_LIFE_MILLISECONDS = 7 * 86_400_000;
const MAX_ITEMS = 200;

/** The weight of an item at a time, by the browser's clock. */
interface Use {
  readonly weight: number;
  readonly at: number;
}

const nameFor = (ownId: number) => `palette ${ownId}`;

function isUse(value: unknown): value is Use {
  const { weight, at } = (value ?? {}) as Record<string, unknown>;
  return typeof weight === 'number' && typeof at === 'number';
}

function storedUses(ownId: number): Map<string, Use> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameFor(ownId)) ?? '{}');
    return new Map(Object.entries(stored ?? {}).filter((entry): entry is [string, Use] => isUse(entry[1])));
  } catch {
    return new Map();
  }
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
  const kept = [...weights].sort(([, a], [, b]) => b - a).slice(0, MAX_ITEMS);
  try {
    const uses = Object.fromEntries(kept.map(([one, weight]): [string, Use] => [one, { weight, at: now }]));
    localStorage.setItem(nameFor(ownId), JSON.stringify(uses));
  } catch {
    // The browser stores nothing.
  }
}
