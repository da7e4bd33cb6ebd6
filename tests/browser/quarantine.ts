// Quarantine: flaky tests that are not run until they are fixed. Few may be in it at a time, and each says why:
//
//   test('NAME', { tag: '@quarantine', annotation: { type: 'reason', description: 'REASON' } }, async …

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_QUARANTINED = 3;

const tag = /@quarantine/g;
const tagWithReason =
  /tag:\s*'@quarantine',\s*annotation:\s*\{\s*type:\s*'reason',\s*description:\s*(['"`])(?<reason>.+?)\1/gs;

export interface Quarantined {
  readonly file: string;
  readonly reason: string;
}

/** The quarantined tests in a folder. Throws if there are too many, or one has no reason. */
export function quarantinedIn(folder: string): readonly Quarantined[] {
  const all = globSync('*.browser.ts', { cwd: folder }).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const found = [...text.matchAll(tagWithReason)].map(({ groups }) => ({
      file,
      reason: groups?.reason ?? '',
    }));
    if ([...text.matchAll(tag)].length > found.length)
      throw new Error(`${file} has a test in quarantine without a reason (tests/browser/quarantine.ts).`);
    return found;
  });
  if (all.length > MAX_QUARANTINED)
    throw new Error(`${all.length} tests are in quarantine, ${MAX_QUARANTINED} may be: fix one first.`);
  return all;
}
