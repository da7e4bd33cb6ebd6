// Creates the viewer of a queue for each poll, so that nothing released by the state in memory is retained.

import { badEventQueue } from '../api-contract/error.ts';
import type { LogEntry } from '../api-contract/event.ts';
import type { Account } from '../model/accounts/account.ts';
import type { SubscriptionPeriods } from '../model/subscriptions/subscription-periods.ts';
import { areLinkifiersInMemory, compiledLinkifiers } from '../queries/markdown-settings.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { Reader } from '../storage/reader-writer.ts';
import type { HubOptions } from './hub-options.ts';
import type { EventQueue } from './queue.ts';
import type { Viewer } from './viewer.ts';

/** The options that viewers need. */
export type ViewerOptions = Pick<HubOptions, 'compileNarrow' | 'openSecret'>;

type NarrowTest = (entry: LogEntry) => boolean;

const everything: NarrowTest = () => true;

/** The viewers of one organization's queues. */
export class PollViewers {
  readonly #state: OrganizationState;
  readonly #options: ViewerOptions;
  readonly #narrows = new WeakMap<EventQueue, NarrowTest>();

  constructor(state: OrganizationState, options: ViewerOptions) {
    this.#state = state;
    this.#options = options;
  }

  /**
   * The viewer of a queue; undefined if views need something from the database first.
   * @throws `BAD_EVENT_QUEUE_ID` if its account does not exist
   */
  inMemory(queue: EventQueue): Viewer | undefined {
    const account = this.#accountOf(queue);
    if (!areLinkifiersInMemory(this.#state) || !this.#state.hasGuestVisibility(account)) return undefined;
    const subscriptions = this.#state.subscriptionsInMemory(account.id);
    return subscriptions && this.#viewerFor(queue, account, subscriptions);
  }

  /** The viewer of a queue; first reads from the database what views need. */
  async read(queue: EventQueue, reader: Reader): Promise<Viewer> {
    const account = this.#accountOf(queue);
    // Views are synchronous, and format topics with linkifiers.
    await compiledLinkifiers(this.#state, reader);
    await this.#state.loadGuestVisibility(reader, account);
    const subscriptions = await this.#state.subscriptions(reader, account.id);
    return this.#viewerFor(queue, this.#accountOf(queue), subscriptions);
  }

  #accountOf({ record }: EventQueue): Account {
    const account = this.#state.account(record.accountId);
    if (!account) throw badEventQueue(record.id);
    return account;
  }

  #viewerFor(queue: EventQueue, account: Account, subscriptions: SubscriptionPeriods): Viewer {
    const { id: queueId, options } = queue.record;
    const matchesNarrow = this.#narrowOf(queue);
    const { openSecret } = this.#options;
    return { account, queueId, options, state: this.#state, subscriptions, matchesNarrow, openSecret };
  }

  #narrowOf(queue: EventQueue): NarrowTest {
    const { options, accountId } = queue.record;
    if (options.narrow.length === 0) return everything;
    const cached = this.#narrows.get(queue);
    if (cached) return cached;
    const compiled = this.#options.compileNarrow(options.narrow, this.#state, accountId);
    this.#narrows.set(queue, compiled);
    return compiled;
  }
}
