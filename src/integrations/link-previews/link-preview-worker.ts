// Fetches linked pages and adds previews to messages. Runs as a job: sending a message never waits for it,
// and a page that cannot be fetched costs only its preview.

import { PREVIEW_KIND, previewWork, rerenderMessage } from '../../actions/messages/rerender.ts';
import type { OutboxServices, WorkerRun } from '../../actions/outbox/apply-outcome.ts';
import { type OutboxRow, workIn } from '../../actions/outbox/outbox-store.ts';
import { OutboxWorker } from '../../actions/outbox/outbox-worker.ts';
import { done, type WorkOutcome } from '../../actions/outbox/work-outcome.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { ComposedContent } from '../../model/messages/message-content.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { retryPolicies } from '../../model/outbox/retry-policies.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import { cachePreview } from '../../stores/link-previews/link-preview-store.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import type { HttpClient } from '../http/http-client.ts';
import { fetchPage } from './fetch-page.ts';

/** How many messages are processed at the same time; each fetches one page after the other. */
const AT_ONCE = 5;
/** The lease of a message: longer than one with the maximum number of links takes. */
const LEASE_SECONDS = 120;
/** The maximum number of pages for one message. */
const PAGES = 5;

export interface LinkPreviewWorkerOptions extends OutboxServices {
  readonly hubs: Hubs;
  readonly http: HttpClient;
  readonly publicUrl: string | undefined;
}

export class LinkPreviewWorker extends OutboxWorker {
  readonly name = 'link previews';
  readonly #options: LinkPreviewWorkerOptions;

  constructor(options: LinkPreviewWorkerOptions) {
    super(options, {
      kind: PREVIEW_KIND,
      retries: retryPolicies.linkPreview,
      atOnce: AT_ONCE,
      leaseSeconds: LEASE_SECONDS,
      failure: 'link previews not added',
    });
    this.#options = options;
  }

  /** Fetches the pages of a message and renders it again. */
  protected async work(
    { organization_id: organizationId, payload }: OutboxRow,
    { signal }: WorkerRun,
  ): Promise<WorkOutcome> {
    const { database, http } = this.#options;
    const { messageId } = workIn(previewWork, payload);
    let content = await this.#compose(organizationId, messageId);
    if (!content) return done;
    for (const url of content.rendered.linksForPreview.slice(0, PAGES)) {
      if (signal.aborted) return { is: 'aborted', isUnderWay: false };
      const summary = await fetchPage(http, url);
      await database.write(organizationId, (writer) => cachePreview(writer, url, summary));
    }
    content = await this.#compose(organizationId, messageId);
    if (!content) return done;
    const recomposed = content;
    return { is: 'done', units: [(writer) => rerenderMessage(writer, messageId, recomposed)] };
  }

  /** The message composed with the pages stored so far; undefined if it was deleted. */
  async #compose(organizationId: number, messageId: number): Promise<ComposedContent | undefined> {
    const { hubs, publicUrl } = this.#options;
    const hub = await hubs.upToDate(organizationId);
    const { state, reader } = hub;
    const row = await messageById(reader, messageId);
    const sender = row && state.account(row.sender_id);
    if (!sender) return undefined;
    const organizationUrl = assumedUrl(publicUrl, state.organization.host);
    return composeContent({ state, reader, organizationUrl }, row.content, writtenBy(sender));
  }
}
