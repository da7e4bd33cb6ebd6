// What two browsers tell each other through the server to connect. Everything that arrives is checked, because other
// clients may send something else.

import { isRecord } from '../../lib/stored-values.ts';
import type { Candidate } from './platform.ts';

/** A description of what a browser sends and receives, or addresses found after it was sent. */
export type Signal =
  | { readonly description: { readonly type: 'offer' | 'answer'; readonly sdp: string } }
  | { readonly candidates: readonly Candidate[] };

/** More candidates than any browser has. */
const MAX_CANDIDATES = 100;

/** The signal; undefined if it is none. */
export function signalIn(data: unknown): Signal | undefined {
  if (!isRecord(data)) return undefined;
  const { description, candidates } = data;
  if (isRecord(description)) {
    const { type, sdp } = description;
    if ((type !== 'offer' && type !== 'answer') || typeof sdp !== 'string') return undefined;
    return { description: { type, sdp } };
  }
  if (!Array.isArray(candidates) || candidates.length > MAX_CANDIDATES) return undefined;
  return { candidates: candidates.filter(isRecord) };
}

/**
 * The part of a description that is the same for all descriptions of one connection: another one means that the other
 * browser has started again.
 */
export function originOf(sdp: string): string {
  return /^o=\S+ (\S+)/m.exec(sdp)?.[1] ?? '';
}
