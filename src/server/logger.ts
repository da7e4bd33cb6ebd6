// The log: JSON lines on standard error. Contains no secrets and no message content.

import type { Logger } from '../api-contract/logger.ts';

/** Formats one line of the log. The common fields come first, and a caller's fields cannot overwrite them. */
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

/** The levels from the most to the least severe. */
export const logLevels = ['error', 'warn', 'info'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Writes lines of this level and more severe ones to standard error. */
export function standardErrorLogAt(level: LogLevel): Logger {
  const writerOf = (of: LogLevel): Logger[LogLevel] =>
    logLevels.indexOf(of) <= logLevels.indexOf(level)
      ? (fields, message) => line(of, fields, message)
      : () => undefined;
  return { info: writerOf('info'), warn: writerOf('warn'), error: writerOf('error') };
}

/** Writes every line to standard error. */
export const standardErrorLog: Logger = standardErrorLogAt('info');

/** Writes nothing. */
export const silentLog: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
