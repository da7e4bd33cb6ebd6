// Verifies SAML answers in a worker process, one at a time and within limits.

import { rateLimited } from '../../api-contract/error.ts';
import { ProcessPool } from '../../workers/process-pool.ts';
import { TaskNotDoneError } from '../../workers/task.ts';
import type { SamlTasks } from './saml-process.ts';
import type { VerificationRequest, VerificationResult } from './saml-verification.ts';

const TRY_AGAIN_SECONDS = 5;

/** Verifies SAML answers in a worker process. All providers share one. */
export class SamlVerifier {
  readonly #pool = new ProcessPool<SamlTasks>({
    module: new URL('./saml-process.ts', import.meta.url),
    milliseconds: 60_000,
    megabytes: 256,
    processes: 1,
    waiting: 50,
    idleMilliseconds: 30_000,
  });

  /** @throws `RATE_LIMIT_HIT` if too many answers wait */
  async verify(request: VerificationRequest): Promise<VerificationResult> {
    try {
      return await this.#pool.run('verified', request);
    } catch (error) {
      if (!(error instanceof TaskNotDoneError)) throw error;
      if (error.isTemporary) throw rateLimited(TRY_AGAIN_SECONDS);
      return { error: 'the check took too long' };
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
