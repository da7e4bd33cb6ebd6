// Writes the duration into a recorded WebM file. Browsers write a recording while its end is unknown: Chromium's has no
// duration and Firefox's is 0, so that players show no length and some cannot seek.

import { CLUSTER, EBML, type Element, elementsIn, SEGMENT } from './ebml.ts';

const SEEK_HEAD = 0x114d9b74;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;

const DEFAULT_SCALE = 1_000_000;
/** Its id, its size, and a number of eight bytes. */
const DURATION_BYTES = 11;

/** A size in as many bytes as before, or in eight if it needs more. */
function sizeBytes(size: number, length: number): Uint8Array {
  const width = size < 2 ** (7 * length) - 1 ? length : 8;
  const bytes = new Uint8Array(width);
  for (let index = width - 1, rest = size; index >= 0; index--, rest = Math.floor(rest / 256)) {
    bytes[index] = rest % 256;
  }
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (width - 1));
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface Containers {
  readonly segment: Element;
  readonly info: Element;
  /** Whether the file lists positions, which are no longer right after something was inserted. */
  readonly hasPositions: boolean;
}

/** The two elements around a duration; undefined if they are not all within the bytes, or have an unexpected order. */
function containersIn(head: Uint8Array): Containers | undefined {
  const [header, segment] = elementsIn(head, 0, head.length);
  if (header?.id !== EBML || segment?.id !== SEGMENT) return undefined;
  let hasPositions = false;
  for (const element of elementsIn(head, segment.contentAt, head.length)) {
    if (element.id === CLUSTER) return undefined;
    if (element.id === SEEK_HEAD) hasPositions ||= element.size !== 0;
    if (element.id !== INFO) continue;
    const isComplete = element.size !== undefined && element.contentAt + element.size <= head.length;
    return isComplete ? { segment, info: element, hasPositions } : undefined;
  }
  return undefined;
}

/** In nanoseconds. */
function scaleOf(head: Uint8Array, element: Element | undefined): number {
  if (!element) return DEFAULT_SCALE;
  let scale = 0;
  for (const byte of head.subarray(element.contentAt, element.contentAt + (element.size ?? 0)))
    scale = scale * 256 + byte;
  return scale > 0 && Number.isSafeInteger(scale) ? scale : DEFAULT_SCALE;
}

/**
 * The beginning of a WebM file with its duration.
 * @param head enough of the file to hold its general information: some hundred bytes
 * @returns undefined if the file has a duration, or if it has another form than recordings of browsers
 */
export function withDuration(head: Uint8Array, seconds: number): Uint8Array<ArrayBuffer> | undefined {
  const { segment, info, hasPositions } = containersIn(head) ?? {};
  if (!segment || info?.size === undefined) return undefined;
  const end = info.contentAt + info.size;
  const fields = [...elementsIn(head, info.contentAt, end)];
  const value =
    (seconds * 1e9) /
    scaleOf(
      head,
      fields.find(({ id }) => id === TIMESTAMP_SCALE),
    );
  const existing = fields.find(({ id }) => id === DURATION);
  if (existing) {
    if (existing.contentAt + (existing.size ?? 0) > end) return undefined;
    return overwritten(head, existing, value);
  }
  if (hasPositions) return undefined;
  const duration = new Uint8Array([DURATION >> 8, DURATION & 0xff, 0x88, ...new Uint8Array(8)]);
  viewOf(duration).setFloat64(3, value);
  const infoSize = sizeBytes(info.size + DURATION_BYTES, info.contentAt - info.sizeAt);
  const content = joined(
    head.subarray(segment.contentAt, info.sizeAt),
    infoSize,
    head.subarray(info.contentAt, end),
    duration,
    head.subarray(end),
  );
  const added = content.length - (head.length - segment.contentAt);
  const segmentSize =
    segment.size === undefined
      ? head.subarray(segment.sizeAt, segment.contentAt)
      : sizeBytes(segment.size + added, segment.contentAt - segment.sizeAt);
  return joined(head.subarray(0, segment.sizeAt), segmentSize, content);
}

/** The head with another value of a duration that is 0. */
function overwritten(
  head: Uint8Array,
  { contentAt, size }: Element,
  value: number,
): Uint8Array<ArrayBuffer> | undefined {
  const changed = joined(head);
  const view = viewOf(changed);
  if (size === 4 && view.getFloat32(contentAt) === 0) view.setFloat32(contentAt, value);
  else if (size === 8 && view.getFloat64(contentAt) === 0) view.setFloat64(contentAt, value);
  else return undefined;
  return changed;
}
