// The result of a check: one line for people, one record for scripts.

import { ApiError } from '../../api-contract/error.ts';
import { messageOf } from '../../errors/error-detail.ts';

export interface Finding {
  readonly check: string;
  readonly is_right: boolean;
  /** One sentence. */
  readonly detail: string;
}

/** A check that passed. */
export function passed(check: string, detail: string): Finding {
  return { check, is_right: true, detail };
}

/** A check that failed. */
export function failed(check: string, detail: string): Finding {
  return { check, is_right: false, detail };
}

/** Runs a check; an error counts as a failed check. */
export async function runCheck(check: string, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    const cause = error instanceof ApiError && error.cause instanceof Error ? error.cause : error;
    return failed(check, `${messageOf(cause).replace(/\.$/, '')}.`);
  }
}

export function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, is_right: isRight, detail }) => {
      const line = `${isRight ? 'ok    ' : 'FAILED'}  ${check.padEnd(width)}  ${detail}`;
      // File names and messages of other servers must not contain terminal control sequences.
      return `${line.replaceAll(/\p{Cc}/gu, ' ')}\n`;
    })
    .join('');
}
