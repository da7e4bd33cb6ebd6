// Every kind of audit log entry appears in a test that checks the log.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { auditKindNames } from '../../src/model/audit/audit-kinds.ts';

const tests = fileURLToPath(new URL('..', import.meta.url));

/** The sources of the tests that read the log. */
const sources = globSync('**/*.test.ts', { cwd: tests })
  .map((file) => readFileSync(`${tests}/${file}`, 'utf8'))
  .filter((source) => /'\/audit_log'|\b(audited|expectEntries)\(/.test(source));

test('every kind of entry appears in a test of the log', () => {
  const expected = new Set(
    sources.flatMap((source) => [...source.matchAll(/'(\w+)'/g)].map(([, word]) => word)),
  );
  assert.deepEqual(
    auditKindNames.filter((kind) => !expected.has(kind)),
    [],
  );
});
