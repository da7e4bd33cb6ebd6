// Prepared queries are built once for each engine and take fresh values each time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { preparedRead, preparedWrite } from '../../src/storage/prepared.ts';
import { openDatabase } from './open-database.ts';

const database = await openDatabase();
const reader = database.reader(1);

test('a query is built once, and each run has its own values', async () => {
  let built = 0;
  const query = preparedRead<{ low: number; high: number }>()((db, p, engine) => {
    built++;
    assert.equal(engine, database.engine);
    return db.selectNoFrom([
      sql<number>`cast(${p.low} as bigint)`.as('low'),
      sql<number>`cast(${7} as bigint)`.as('same'),
      sql<number>`cast(${p.high} as bigint)`.as('high'),
    ]);
  });
  assert.deepEqual(await query.first(reader, { low: 1, high: 2 }), { low: 1, same: 7, high: 2 });
  assert.deepEqual(await query.all(reader, { high: 4, low: 3 }), [{ low: 3, same: 7, high: 4 }]);
  assert.equal(built, 1);
});

test('a statement returns its rows, or nothing', async () => {
  const change = preparedWrite<{ from: number; to: number }>()((db, p) =>
    db
      .updateTable('organization_sequence')
      .set({ sequence: p.to })
      .where('sequence', '=', p.from)
      .returning('sequence'),
  );
  await database.write(1, async (writer) => {
    assert.deepEqual(await change.first(writer, { from: 0, to: 32 }), { sequence: 32 });
    assert.equal(await change.first(writer, { from: 0, to: 32 }), undefined);
    assert.deepEqual(await change.all(writer, { from: 32, to: 48 }), [{ sequence: 48 }]);
  });
  assert.equal(await database.sequence(reader), 48);
});
