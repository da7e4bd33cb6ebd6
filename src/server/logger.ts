// The log: JSON lines on standard error. Holds no secret and no message content.

import type { Logger } from '../api-contract/logger.ts';

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

/** From the gravest to what is written of everyday things. */
export const logLevels = ['error', 'warn', 'info'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Writes the lines of a level, and graver ones, to standard error. */
export function standardErrorLogOf(level: LogLevel): Logger {
  const written = (of: LogLevel): Logger[LogLevel] =>
    logLevels.indexOf(of) <= logLevels.indexOf(level)
      ? (fields, message) => line(of, fields, message)
      : () => undefined;
  return { info: written('info'), warn: written('warn'), error: written('error') };
}

/** Writes every line to standard error. */
export const standardErrorLog: Logger = standardErrorLogOf('info');

/** Writes nothing. */
export const silentLog: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
