// The log of a server, for its operator: JSON lines with fields and a message.

type Line = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** Most code takes only the levels that it uses: `Pick<Logger, 'warn'>`. */
export interface Logger {
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}
