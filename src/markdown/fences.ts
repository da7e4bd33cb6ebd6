// Fenced blocks are parsed before all other blocks, line by line. Code and formula fences end at the first line
// that repeats the opening marker; quote and spoiler fences may contain further fences.

import { MAX_DEPTH } from './blocks.ts';

export type Fence =
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'math'; readonly text: string }
  | { readonly kind: 'quote'; readonly segments: readonly Segment[] }
  | { readonly kind: 'spoiler'; readonly title: string; readonly segments: readonly Segment[] };

/** A segment of a document: a fence, or the lines between fences. */
export type Segment = { readonly kind: 'text'; readonly text: string } | Fence;

const OPENING = /^(`{3,}|~{3,})([^`~]*)$/;
/** The text that may follow the marker. No two parts can match the same characters, so matching is linear. */
const WORD_AND_TITLE = /^ *(?:\{?\.?([a-zA-Z0-9_+./#-]+)\}? *([^ ].*)?)?$/s;
const MAYBE_FENCED = /^(?:```|~~~)/m;

/** The context in which fences are parsed. */
export interface FenceContext {
  /** The depth of the text. */
  readonly depth: number;
  /** In lower case: the language of fences that name none; '' for plain code. */
  readonly defaultLanguage: string;
}

/** Splits `source` into fences and the text between them. */
export function splitFences(source: string, context: FenceContext): Segment[] {
  if (!MAYBE_FENCED.test(source)) return [{ kind: 'text', text: source }];
  return readSegments(source.split('\n'), 0, undefined, context).segments;
}

/** The text of a document without code and formula fences. */
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

/** Access to lines by index; undefined after the last one. */
export interface LineSource {
  at(index: number): string | undefined;
}

interface Opening {
  /** The line that closes the fence. */
  readonly marker: string;
  readonly language: string;
  readonly title: string;
}

/** Parses a line that opens a fence; undefined for any other line. */
export function readOpening(line: string, { depth, defaultLanguage }: FenceContext): Opening | undefined {
  if (!line.startsWith('```') && !line.startsWith('~~~')) return undefined;
  const [, marker, rest = ''] = OPENING.exec(line.trimEnd()) ?? [];
  const found = WORD_AND_TITLE.exec(rest);
  if (marker === undefined || found === null) return undefined;
  const language = found[1]?.toLowerCase() || defaultLanguage;
  if (isContainer(language) && depth >= MAX_DEPTH) return undefined;
  return { marker, language, title: found[2] ?? '' };
}

function isContainer(language: string): boolean {
  return language === 'quote' || language === 'quoted' || language === 'spoiler';
}

/** The fence that opens at a line, and the index of the line after it; undefined if none opens there. */
export function readFence(
  lines: LineSource,
  start: number,
  context: FenceContext,
): { readonly fence: Fence; readonly next: number } | undefined {
  const opening = readOpening(lines.at(start) ?? '', context);
  if (opening === undefined) return undefined;
  const { marker, language, title } = opening;
  if (isContainer(language)) {
    const nested = { ...context, depth: context.depth + 1 };
    const { segments, next } = readSegments(lines, start + 1, marker, nested);
    const fence: Fence =
      language === 'spoiler'
        ? { kind: 'spoiler', title: title.trim(), segments }
        : { kind: 'quote', segments };
    return { fence, next };
  }
  const content: string[] = [];
  let index = start + 1;
  for (let line = lines.at(index); line !== undefined; line = lines.at(++index)) {
    const trimmed = line.trimEnd();
    if (trimmed === marker) {
      index++;
      break;
    }
    content.push(trimmed);
  }
  const text = content.join('\n');
  const fence: Fence = language === 'math' ? { kind: 'math', text } : { kind: 'code', language, text };
  return { fence, next: index };
}

function readSegments(
  lines: LineSource,
  start: number,
  closing: string | undefined,
  context: FenceContext,
): { readonly segments: Segment[]; readonly next: number } {
  const segments: Segment[] = [];
  let between: string[] = [];
  const flush = () => {
    const text = between.join('\n');
    if (text.trim() !== '') segments.push({ kind: 'text', text });
    between = [];
  };
  let index = start;
  for (let line = lines.at(index); line !== undefined; line = lines.at(index)) {
    if (closing !== undefined && line.trimEnd() === closing) {
      index++;
      break;
    }
    const found = readFence(lines, index, context);
    if (found === undefined) {
      between.push(line);
      index++;
      continue;
    }
    flush();
    segments.push(found.fence);
    index = found.next;
  }
  flush();
  return { segments, next: index };
}
