// How far recordings have been heard, stored in the browser: a recording continues where it was paused.

import { storedValue, storeValue } from './browser-storage.ts';
import { isRecord } from './stored-values.ts';

const STORED = 'heard positions';
const MAX_POSITIONS = 100;

type Positions = readonly (readonly [address: string, seconds: number])[];

/** Most recent last. */
function all(): Positions {
  const stored = storedValue(STORED);
  if (!isRecord(stored)) return [];
  return Object.entries(stored).flatMap(([address, seconds]) =>
    typeof seconds === 'number' && seconds > 0 ? [[address, seconds] as const] : [],
  );
}

/** In seconds; 0 for a recording that was not paused. */
export function heardPosition(address: string): number {
  return all().find(([other]) => other === address)?.[1] ?? 0;
}

/** Stores a position; 0 forgets it. The oldest ones are dropped. */
export function storeHeardPosition(address: string, seconds: number): void {
  const others = all().filter(([other]) => other !== address);
  if (seconds <= 0 && others.length === all().length) return;
  const positions: Positions = seconds > 0 ? [...others, [address, seconds]] : others;
  storeValue(STORED, Object.fromEntries(positions.slice(-MAX_POSITIONS)));
}
