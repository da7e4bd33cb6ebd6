// What can be said of something that was thrown, which may be anything: for logs, for people who start a program, and
// for telling failures of the system apart.

/** The stack of an error, or whatever else was thrown as text. For logs only, never for answers. */
export function detailOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

/** What it says in one sentence, without the place in the program; its code or its kind where it says nothing. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || codeOf(thrown) || thrown.name : String(thrown);
}

/** The code that the system or a library gave the failure, e.g. `ENOENT`; undefined where it has none. */
export function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** What the system (no room, or no quota), SQLite and PostgreSQL say when a disk is full. */
const NO_ROOM: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/** Whether a failure, or its cause, is that a disk is full. */
export function isOutOfRoom(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return NO_ROOM.has(codeOf(thrown)) || isOutOfRoom(thrown.cause);
}
