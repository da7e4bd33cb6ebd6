// Parses a statement of either engine with PostgreSQL's own parser (`libpg-query`, the parser of the server compiled to
// WebAssembly). The query builder writes the same statements for both engines, apart from placeholders; what only
// SQLite understands is not parsed.

import { loadModule, type Node, parseSync } from 'libpg-query';

await loadModule();

/** Numbers SQLite's placeholders, without the sign that hides their values; question marks in texts and names stay. */
function withNumbers(sql: string): string {
  let last = 0;
  return sql.replace(/'(?:[^']|'')*'|"[^"]*"|\+?\?/g, (part) => (part.endsWith('?') ? `$${++last}` : part));
}

/** The tree of a statement; undefined for what PostgreSQL does not understand. */
export function parseStatement(sql: string): Node | undefined {
  try {
    return parseSync(sql.includes('$1') ? sql : withNumbers(sql)).stmts?.[0]?.stmt;
  } catch {
    return undefined;
  }
}
