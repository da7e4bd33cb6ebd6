// Helpers for archives of other services: writing them, and comparing messages.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArchiveError } from '../../src/imports/archive/invalid-archive-error.ts';
import type { ImportedMessage } from '../../src/imports/records/messages.ts';
import type { ArchiveFormat, ImportChoices } from '../../src/imports/records/reader.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { readArchive } from './read-archive.ts';
import { zipOf } from './zip.ts';

/** Files of an archive by name: texts and bytes as they are, everything else as JSON. */
export type Files = Record<string, unknown>;

/** JSON documents, one per line. */
export function lines(...documents: readonly unknown[]): string {
  return documents.map((one) => JSON.stringify(one)).join('\n');
}

export async function zipped(files: Files): Promise<string> {
  const path = join(temporaryFolder(), 'export.zip');
  const bytes = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  ]);
  await writeFile(path, zipOf(Object.fromEntries(bytes)));
  return path;
}

/** Messages as conversation and text; addresses of files are left out. */
export function messageLines(messages: readonly ImportedMessage[]): string[] {
  return messages.map(({ conversation, content }) => {
    const where =
      'topic' in conversation
        ? `${conversation.channelId} ${conversation.topic}`
        : `to ${conversation.accountIds.join()}`;
    return `${where}: ${content.replaceAll(/\(\/user_uploads\/[^)]*\)/g, '(here)')}`;
  });
}

const JUNK = [
  null,
  7,
  -1,
  '',
  'x',
  [],
  {},
  true,
  1e300,
  [[]],
  { a: { b: [] } },
  '\u0000\ud800',
  'NaN',
  '../../x',
];

/** A seeded random number generator. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** Reads an archive with wrong types and truncated files, and expects that each is read or refused with a reason. */
export async function expectReadOrRefused(
  format: ArchiveFormat,
  filesOf: () => Files,
  choices: ImportChoices,
  rounds = 40,
): Promise<void> {
  const random = randomNumbers(7);
  const mutated = (value: unknown): unknown => {
    if (random(30) === 0) return JUNK[random(JUNK.length)] ?? null;
    if (Array.isArray(value)) return value.map(mutated);
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mutated(one)]));
  };
  const mutatedFile = (name: string, content: unknown): string => {
    if (typeof content !== 'string') return JSON.stringify(mutated(content));
    if (!name.endsWith('.json')) return content;
    return lines(...content.split('\n').map((line) => mutated(JSON.parse(line))));
  };
  let acceptedCount = 0;
  for (let round = 0; round < rounds; round++) {
    const files = Object.fromEntries(
      Object.entries(filesOf()).map(([name, content]) => {
        const text = mutatedFile(name, content);
        return [name, round % 5 === 0 ? text.slice(0, random(text.length)) : text];
      }),
    );
    try {
      await readArchive(format, await zipped(files), choices);
      acceptedCount++;
    } catch (error) {
      assert.ok(error instanceof InvalidArchiveError, String(error instanceof Error ? error.stack : error));
    }
  }
  assert.ok(acceptedCount > 0);
}

/** JSON nested far more deeply than in any export. */
export const DEEP = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
