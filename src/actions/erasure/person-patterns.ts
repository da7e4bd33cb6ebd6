// Conditions that find texts that may name an erased person. They may match too many texts, never too few; the code that
// rewrites the texts checks each.

import { type RawBuilder, sql } from 'kysely';
import type { Portion } from './stage.ts';

/** SQLite refuses conditions nested deeper than 1000, and each pattern adds one level for each column. */
const MAX_PATTERNS = 100;
/** Patterns that match mentions of any account. */
const ANY_MENTION = ['%data-user-id="%', '%**%', '%</strong>%'];

/** Matches texts with a mention of an account, by its id or by a name. */
export function mentionsPerson({ writer, erasure, ids }: Portion, columns: readonly string[]) {
  const patterns = [
    ...[...ids].flatMap((id) => [`%data-user-id="${id}"%`, `%|${id}**%`, `%|${id}</strong>%`]),
    ...erasure.accounts.flatMap(({ names }) => names.map((name) => `%**%${literal(name)}%**%`)),
  ];
  return anyLike(writer.engine, columns, patterns.length > MAX_PATTERNS ? ANY_MENTION : patterns);
}

/** Matches texts that contain a name or an address anywhere. */
export function namesPerson({ writer, erasure }: Portion, columns: readonly string[]) {
  const identifiers = erasure.accounts.flatMap(({ names, addresses }) => [...names, ...addresses]);
  const patterns = identifiers.map((identifier) => `%${literal(identifier)}%`);
  return anyLike(writer.engine, columns, patterns.length > MAX_PATTERNS ? ['%'] : patterns);
}

function anyLike(
  engine: Portion['writer']['engine'],
  columns: readonly string[],
  patterns: readonly string[],
): RawBuilder<boolean> {
  const like = engine === 'sqlite' ? sql`like` : sql`ilike`;
  const conditions = columns.flatMap((column) =>
    patterns.map((pattern) => sql<boolean>`${sql.ref(column)} ${like} ${pattern} escape '\\'`),
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * A case-insensitive pattern for a text. The engines differ in which non-ASCII letters they fold, so those
 * match anything.
 */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replace(/[^ -~]+/g, '%');
}
