// Fetches linked pages and adds previews to messages. Runs as a job: sending a message never waits for it,
// and a page that cannot be fetched costs only its preview.

import { PREVIEW_KIND, type PreviewWork, rerenderMessage } from '../../actions/messages/rerender.ts';
import { OutboxWorker } from '../../actions/outbox/batch-worker.ts';
import type { OutboxRow } from '../../actions/outbox/outbox-store.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { ComposedContent } from '../../model/messages/message-content.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { retryPolicies } from '../../model/outbox/retry-policies.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { cachePreview } from '../../stores/link-previews/link-preview-store.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import type { HttpClient } from '../http/http-client.ts';
import { fetchPage } from './fetch-page.ts';

/** How many messages are processed at once; each fetches one page after the other. */
const BATCH = 5;
/** Longer than a message with the maximum number of links takes. */
const LEASE_SECONDS = 120;
/** Per message. */
const PAGES = 5;

export interface LinkPreviewWorkerOptions {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly http: HttpClient;
  readonly publicUrl: string | undefined;
}

export class LinkPreviewWorker extends OutboxWorker {
  readonly name = 'link previews';
  readonly #options: LinkPreviewWorkerOptions;

  constructor(options: LinkPreviewWorkerOptions) {
    super(options.database, { kind: PREVIEW_KIND, batch: BATCH, leaseSeconds: LEASE_SECONDS });
    this.#options = options;
  }

  protected async work(row: OutboxRow, _now: () => number, signal: AbortSignal): Promise<void> {
    const { organization_id: organizationId, attempts, payload } = row;
    // After this many attempts the cause of the failure is this server.
    const isDone =
      attempts > retryPolicies.linkPreview.attempts ||
      (await this.#addPreviews(organizationId, JSON.parse(payload), signal));
    // If the server stops, the work is done after the next start.
    if (isDone) await this.finish(row);
  }

  /** Fetches the pages of a message and renders it again; false if the server stopped before. */
  async #addPreviews(
    organizationId: number,
    { messageId }: PreviewWork,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { database, http } = this.#options;
    let content = await this.#compose(organizationId, messageId);
    if (!content) return true;
    for (const url of content.rendered.linksForPreview.slice(0, PAGES)) {
      if (signal.aborted) return false;
      const summary = await fetchPage(http, url);
      await database.write(organizationId, (writer) => cachePreview(writer, url, summary));
    }
    content = await this.#compose(organizationId, messageId);
    if (!content) return true;
    const recomposed = content;
    await database.write(organizationId, (writer) => rerenderMessage(writer, messageId, recomposed));
    return true;
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
