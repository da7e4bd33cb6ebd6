// Checks values from outside this page. An earlier page stored them in the browser, possibly an older version or during
// a crash, or another tab sent them. A value that fails its check is treated as missing, so that it breaks nothing
// else.

import type { Term } from './address.ts';
import type { Destination } from './destination.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object whose fields can be checked. Lists are not. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text from the browser's storage; undefined if it is missing or malformed. */
export function storedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

export function isIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isSafeInteger);
}

export function isDestination(value: unknown): value is Destination {
  if (!isRecord(value)) return false;
  if (value.kind === 'direct') return isIds(value.personIds);
  const hasChannel = value.channelId === undefined || Number.isSafeInteger(value.channelId);
  return value.kind === 'channel' && hasChannel && typeof value.topic === 'string';
}

/** Whether a value is the terms of a narrow. */
export function isTerms(value: unknown): value is readonly Term[] {
  return (
    Array.isArray(value) &&
    value.every(
      (term) => isRecord(term) && typeof term.operator === 'string' && typeof term.operand === 'string',
    )
  );
}
