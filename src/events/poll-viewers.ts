// Who looks through each queue that is polled, remembered for as long as nothing about them has changed.

import { badEventQueue } from '../contract/error.ts';
import type { Account } from '../model/accounts/account.ts';
import { compiledLinkifiers } from '../model/messages/markdown-settings.ts';
import type { OrganizationState } from '../model/state/organization-state.ts';
import type { SubscriptionPeriods } from '../model/subscriptions/periods.ts';
import type { Reader } from '../storage/session.ts';
import type { CompileNarrow } from './hub-options.ts';
import type { EventQueue } from './queue.ts';
import type { Viewer } from './viewer.ts';

interface RememberedViewer {
  readonly viewer: Viewer;
  readonly account: Account;
  readonly subscriptions: SubscriptionPeriods;
}

/** The viewers of one organization's queues. */
export class PollViewers {
  readonly #state: OrganizationState;
  readonly #compileNarrow: CompileNarrow;
  readonly #remembered = new WeakMap<EventQueue, RememberedViewer>();

  constructor(state: OrganizationState, compileNarrow: CompileNarrow) {
    this.#state = state;
    this.#compileNarrow = compileNarrow;
  }

  /** Who looks through a queue, with what views need of the tables read. @throws `BAD_EVENT_QUEUE_ID` for nobody */
  async viewer(queue: EventQueue, reader: Reader): Promise<Viewer> {
    const state = this.#state;
    const account = state.account(queue.record.accountId);
    if (!account) throw badEventQueue(queue.record.id);
    const subscriptions = await state.subscriptions(reader, account.id);
    await state.watchGuest(reader, account);
    // Views dress topics with them and cannot wait.
    await compiledLinkifiers(state, reader);
    const remembered = this.#remembered.get(queue);
    if (remembered?.account === account && remembered.subscriptions === subscriptions)
      return remembered.viewer;
    const viewer = this.#viewerFor(queue, account, subscriptions);
    this.#remembered.set(queue, { viewer, account, subscriptions });
    return viewer;
  }

  #viewerFor({ record }: EventQueue, account: Account, subscriptions: SubscriptionPeriods): Viewer {
    const { id: queueId, options } = record;
    const matchesNarrow =
      options.narrow.length === 0 ? () => true : this.#compileNarrow(options.narrow, this.#state, account.id);
    return { account, queueId, options, state: this.#state, subscriptions, matchesNarrow };
  }
}
