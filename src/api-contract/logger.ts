// Where a server says what happens to it, for whoever runs it: lines of JSON, each with its fields and a message.

type Line = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** Most ask for those levels alone that they use: `Pick<Logger, 'warn'>`. */
export interface Logger {
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}
