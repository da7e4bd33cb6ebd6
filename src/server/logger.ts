// The log: JSON lines on standard error. Holds no secret and no message content.

import type { Logger } from '../operations/services.ts';

/** One line of the log. What every line says stands first, and no field of a caller takes its place. */
export function logLine(
  level: string,
  { time: _time, level: _level, message: _message, ...fields }: Readonly<Record<string, unknown>>,
  message: string,
): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
}

function line(level: string, fields: Readonly<Record<string, unknown>>, message: string): void {
  process.stderr.write(`${logLine(level, fields, message)}\n`);
}

/** Writes every line to standard error. */
export const standardErrorLog: Logger = {
  info: (fields, message) => line('info', fields, message),
  warn: (fields, message) => line('warn', fields, message),
  error: (fields, message) => line('error', fields, message),
};

/** Writes nothing. */
export const silentLog: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
