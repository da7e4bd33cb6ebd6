// The log: JSON lines on standard error. Holds no secret and no message content.

import type { Logger } from '../operations/services.ts';

function line(level: string, fields: Readonly<Record<string, unknown>>, message: string): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
}

/** Writes every line to standard error. */
export const standardErrorLog: Logger = {
  info: (fields, message) => line('info', fields, message),
  warn: (fields, message) => line('warn', fields, message),
  error: (fields, message) => line('error', fields, message),
};

/** Writes nothing. */
export const silentLog: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
