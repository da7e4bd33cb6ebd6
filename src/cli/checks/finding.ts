// What a check found: one line for people, one record for scripts.

import { ApiError } from '../../api-contract/error.ts';
import { messageOf } from '../../api-contract/error-detail.ts';

export interface Finding {
  readonly check: string;
  readonly is_right: boolean;
  /** One sentence. */
  readonly detail: string;
}

/** Nothing is wrong. */
export function right(check: string, detail: string): Finding {
  return { check, is_right: true, detail };
}

/** Something is. */
export function wrong(check: string, detail: string): Finding {
  return { check, is_right: false, detail };
}

/** What a check found; a failure of the check is something wrong. */
export async function found(check: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    const cause = error instanceof ApiError && error.cause instanceof Error ? error.cause : error;
    return wrong(check, `${messageOf(cause).replace(/\.$/, '')}.`);
  }
}

/** The findings as they are shown. */
export function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, is_right: isRight, detail }) => {
      const line = `${isRight ? 'right' : 'WRONG'}  ${check.padEnd(width)}  ${detail}`;
      // Names of files and what servers say must not command the terminal.
      return `${line.replaceAll(/\p{Cc}/gu, ' ')}\n`;
    })
    .join('');
}
