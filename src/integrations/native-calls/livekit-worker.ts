// Removes participants from rooms of the LiveKit server, changes what they may publish, and ends rooms: from the outbox.

import { LIVEKIT_KIND, livekitWork } from '../../actions/native-calls/livekit-outbox.ts';
import type { OutboxServices } from '../../actions/outbox/apply-outcome.ts';
import { type OutboxRow, workIn } from '../../actions/outbox/outbox-store.ts';
import { OutboxWorker } from '../../actions/outbox/outbox-worker.ts';
import { done, type WorkOutcome } from '../../actions/outbox/work-outcome.ts';
import { limits } from '../../api-contract/limits.ts';
import type { LiveKit, LiveKitParticipant } from '../../model/native-calls/livekit.ts';
import { retryPolicies } from '../../model/outbox/retry-policies.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { mayShareScreen } from '../../stores/native-calls/screen-permission.ts';
import { NoAnswerError } from '../http/http-client.ts';

const LEASE_SECONDS = 60;

export class LiveKitWorker extends OutboxWorker {
  readonly name = 'livekit';
  readonly #livekit: LiveKit | undefined;
  readonly #database: ParleyDatabase;

  constructor(services: OutboxServices & { readonly livekit: LiveKit | undefined }) {
    super(services, {
      kind: LIVEKIT_KIND,
      retries: retryPolicies.livekit,
      atOnce: limits.livekitRequestsAtOnce,
      leaseSeconds: LEASE_SECONDS,
      failure: 'request to the LiveKit server failed',
      levelOfGivingUp: 'warn',
    });
    this.#livekit = services.livekit;
    this.#database = services.database;
  }

  protected async work(row: OutboxRow): Promise<WorkOutcome> {
    // A server that was started without LiveKit cannot reach the rooms of earlier calls.
    if (!this.#livekit) return done;
    const work = workIn(livekitWork, row.payload);
    const call = { organizationId: row.organization_id, callId: work.callId };
    try {
      if (work.type === 'end') await this.#livekit.endRoom(call);
      else if (work.type === 'publishing')
        return await this.#setPublishing(this.#livekit, { ...call, session: work.session });
      // A device that has returned has another session.
      else await this.#livekit.remove({ ...call, session: work.session });
      return done;
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      return { is: 'retry', reason: error.message };
    }
  }

  /** Tells the server what a participant may publish now. */
  async #setPublishing(livekit: LiveKit, participant: LiveKitParticipant): Promise<WorkOutcome> {
    const { organizationId, callId, session } = participant;
    const read = () => mayShareScreen(this.#database.reader(organizationId), callId, session);
    const isAllowed = await read();
    if (isAllowed === undefined) return done;
    await livekit.setPublishing({ ...participant, mayShareScreen: isAllowed });
    // Another row about a later change may have been faster.
    return (await read()) === isAllowed
      ? done
      : { is: 'retry', reason: 'the permission was changed meanwhile' };
  }
}
