// Fenced blocks are found before all other block structure, line by line, at the beginning of a line. Code and
// formula fences end at the first line that repeats the opening characters; quote and spoiler fences may
// hold further fences.

import { MAX_DEPTH } from './blocks.ts';

export type Fence =
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'math'; readonly text: string }
  | { readonly kind: 'quote'; readonly segments: readonly Segment[] }
  | { readonly kind: 'spoiler'; readonly title: string; readonly segments: readonly Segment[] };

/** A stretch of a document: a fence, or the lines between fences. */
export type Segment = { readonly kind: 'text'; readonly text: string } | Fence;

const OPENING = /^(`{3,}|~{3,}) *(?:\{?\.?([a-zA-Z0-9_+./#-]+)\}? *([^ ~`][^~`]*)?)?$/;
const MAYBE_FENCED = /^(?:```|~~~)/m;

/** Where fences are read. */
export interface FencePlace {
  /** How deep the text stands. */
  readonly depth: number;
  /** In lower case, what a fence that names nothing is of; '' for plain code. */
  readonly defaultLanguage: string;
}

/** Cuts `source` into fences and what stands between them. */
export function splitFences(source: string, place: FencePlace): Segment[] {
  if (!MAYBE_FENCED.test(source)) return [{ kind: 'text', text: source }];
  return readSegments(source.split('\n'), 0, undefined, place).segments;
}

/** The text of a document without what stands in code and formula fences. */
export function textOutsideCode(source: string): string {
  const texts = (segments: readonly Segment[]): string[] =>
    segments.flatMap((segment) => {
      switch (segment.kind) {
        case 'text':
          return [segment.text];
        case 'quote':
          return texts(segment.segments);
        case 'spoiler':
          return [segment.title, ...texts(segment.segments)];
        default:
          return [];
      }
    });
  return texts(splitFences(source.replace(/\r\n?/g, '\n'), { depth: 0, defaultLanguage: '' })).join('\n');
}

/** The fence that opens at `lines[start]` and the index of the line after it; undefined if none opens there. */
export function readFence(
  lines: readonly string[],
  start: number,
  place: FencePlace,
): { readonly fence: Fence; readonly next: number } | undefined {
  const line = lines[start] ?? '';
  if (!line.startsWith('```') && !line.startsWith('~~~')) return undefined;
  const [, marker, word = '', title = ''] = OPENING.exec(line.trimEnd()) ?? [];
  if (marker === undefined) return undefined;
  const { depth, defaultLanguage } = place;
  const language = word.toLowerCase() || defaultLanguage;
  if (language === 'quote' || language === 'quoted' || language === 'spoiler') {
    if (depth >= MAX_DEPTH) return undefined;
    const { segments, next } = readSegments(lines, start + 1, marker, { ...place, depth: depth + 1 });
    const fence: Fence =
      language === 'spoiler'
        ? { kind: 'spoiler', title: title.trim(), segments }
        : { kind: 'quote', segments };
    return { fence, next };
  }
  let end = start + 1;
  while (end < lines.length && lines[end]?.trimEnd() !== marker) end++;
  const text = lines
    .slice(start + 1, end)
    .map((content) => content.trimEnd())
    .join('\n');
  const fence: Fence = language === 'math' ? { kind: 'math', text } : { kind: 'code', language, text };
  return { fence, next: end + 1 };
}

function readSegments(
  lines: readonly string[],
  start: number,
  closing: string | undefined,
  place: FencePlace,
): { readonly segments: Segment[]; readonly next: number } {
  const segments: Segment[] = [];
  let textStart = start;
  let index = start;
  const flush = () => {
    const text = lines.slice(textStart, index).join('\n');
    if (text.trim() !== '') segments.push({ kind: 'text', text });
  };
  while (index < lines.length) {
    if (closing !== undefined && lines[index]?.trimEnd() === closing) {
      flush();
      return { segments, next: index + 1 };
    }
    const found = readFence(lines, index, place);
    if (found === undefined) {
      index++;
      continue;
    }
    flush();
    segments.push(found.fence);
    index = found.next;
    textStart = index;
  }
  flush();
  return { segments, next: index };
}
