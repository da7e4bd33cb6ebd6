// Finds texts in which an erased person may be named: what may be rewritten, never less. The rewriting itself decides.

import { type RawBuilder, sql } from 'kysely';
import type { Portion } from './stage.ts';

/** The embedded engine refuses conditions that are nested deeper than 1000, and each pattern nests one deeper for each column. */
const MAX_PATTERNS = 100;
/** What every mention holds, whoever it means. */
const ANY_MENTION = ['%data-user-id="%', '%**%', '%</strong>%'];

/** Texts with a mention of an account, by its id or by a name. */
export function mentionsPerson({ writer, erasure, ids }: Portion, columns: readonly string[]) {
  const patterns = [
    ...[...ids].flatMap((id) => [`%data-user-id="${id}"%`, `%|${id}**%`, `%|${id}</strong>%`]),
    ...erasure.accounts.flatMap(({ names }) => names.map((name) => `%**%${literal(name)}%**%`)),
  ];
  return anyLike(writer.engine, columns, patterns.length > MAX_PATTERNS ? ANY_MENTION : patterns);
}

/** Texts with a name or an address, wherever it stands. */
export function namesPerson({ writer, erasure }: Portion, columns: readonly string[]) {
  const words = erasure.accounts.flatMap(({ names, addresses }) => [...names, ...addresses]);
  const patterns = words.map((word) => `%${literal(word)}%`);
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

/** The pattern of a text in any case. Engines differ in which other letters they know in two cases, so those match anything. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replace(/[^ -~]+/g, '%');
}
