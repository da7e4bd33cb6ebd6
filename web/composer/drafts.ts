// An account's drafts: on the server or only in this browser, by its setting, and those not yet on the
// server.

import { ParleyError } from '../../client/parley-error.ts';
import type { Draft } from '../../client/state/state.ts';
import type { Organization } from '../data/organization.ts';
import { withTabLock } from '../data/tab-lock.ts';
import type { DraftServer, DraftText } from '../store/synced-draft.ts';
import { type DraftContent, LocalDrafts, type Storage } from './local-drafts.ts';

function wireDraft({ destination, content }: DraftText) {
  if (destination.kind === 'direct') {
    return { type: 'private', to: [...destination.personIds], topic: '', content } as const;
  }
  const { channelId, topic } = destination;
  if (channelId === undefined) return { type: '', to: [], topic: '', content } as const;
  return { type: 'stream', to: [channelId], topic, content } as const;
}

/** The drafts of an account, wherever its setting stores them. */
export class Drafts implements DraftServer {
  readonly #organization: Organization;
  readonly #local: LocalDrafts;
  readonly #listeners = new Set<() => void>();
  /** The server's drafts as last received, since it deletes them without events. */
  #shared: readonly Draft[];

  constructor(organization: Organization, storage: () => Storage = () => localStorage) {
    this.#organization = organization;
    this.#local = new LocalDrafts(organization.ownId, storage);
    this.#shared = organization.state.drafts ?? [];
  }

  /** Most recently edited first. */
  get all(): readonly Draft[] {
    const local = this.#local.all();
    if (!this.#isShared) return local;
    const shared = this.#organization.state.drafts ?? [];
    const texts = new Set(shared.map(textOf));
    return [...local.filter((draft) => !texts.has(textOf(draft))), ...shared];
  }

  /** Calls the listener after possible changes. Returns a function that removes it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    const unlisten = this.#organization.onChange(listener);
    return () => {
      this.#listeners.delete(listener);
      unlisten();
    };
  }

  async create(draft: DraftText): Promise<number> {
    if (!this.#isShared) return this.#notifyAfter(() => this.#local.create(wireDraft(draft)));
    const { ids } = await this.#organization.client.call('create-drafts', { drafts: [wireDraft(draft)] });
    return ids[0] ?? 0;
  }

  async edit(id: number, draft: DraftText): Promise<void> {
    const content = wireDraft(draft);
    const changeLocal = () =>
      this.#notifyAfter(() => this.#local.change(localId(this.#currentId(id)), content));
    if (!this.#isShared) return changeLocal();
    const onServer = (draft_id: number) =>
      this.#organization.client.call('edit-draft', { draft_id, draft: content });
    if (this.#currentId(id) > 0) {
      await onServer(this.#currentId(id));
      return;
    }
    await this.#inOneTab(async () => {
      const currentId = this.#currentId(id);
      // The draft was moved to the server meanwhile, or the setting was switched off.
      if (currentId > 0) return void (await onServer(currentId));
      if (!this.#isShared) return changeLocal();
      const to = await this.create(draft);
      this.#notifyAfter(() => this.#local.recordMove(currentId, to));
    });
  }

  /** Deleting a draft that no longer exists succeeds. */
  async delete(id: number): Promise<void> {
    const deleteLocal = () => this.#notifyAfter(() => this.#local.delete(localId(this.#currentId(id))));
    if (this.#isShared && this.#currentId(id) < 0) await this.#inOneTab(async () => deleteLocal());
    else deleteLocal();
    const draft_id = this.#currentId(id);
    if (!this.#isShared || draft_id < 0) return;
    try {
      await this.#organization.client.call('delete-draft', { draft_id });
    } catch (error) {
      if (!(error instanceof ParleyError && error.status === 404)) throw error;
    }
  }

  /**
   * Follows the setting. When it is switched off, the server deletes its drafts, which are first copied to
   * this browser; when it is switched on, local drafts are moved to the server. Drafts that a closed page left
   * here are moved when they are edited. `onLost` is called if the browser cannot store what the server has
   * deleted.
   */
  watch(onLost: () => void): void {
    let wasShared = this.#isShared;
    const update = () => {
      const isShared = this.#isShared;
      if (isShared && !wasShared) void this.#moveToServer();
      if (!isShared && wasShared && !this.#copyFromServer()) onLost();
      if (isShared) this.#local.hasServerDrafts = false;
      wasShared = isShared;
      this.#shared = this.#organization.state.drafts ?? [];
    };
    update();
    this.#organization.on('drafts', update);
    // A page that was asleep learns of the setting only by this.
    this.#organization.onSnapshot(update);
    this.#organization.on('user_settings', update);
  }

  get #isShared(): boolean {
    return this.#organization.state.user_settings?.enable_drafts_synchronization !== false;
  }

  /** The current id of a draft, which changes each time the setting is switched. */
  #currentId(id: number): number {
    const to = this.#local.movedTo(localId(id));
    return to === undefined ? id : this.#currentId(to);
  }

  /**
   * Copies all drafts of the server here; returns whether all are stored. If another page has copied them
   * already, they may have been edited since and are not copied again.
   */
  #copyFromServer(): boolean {
    if (this.#local.hasServerDrafts) return true;
    const results = this.#shared.map((draft) => {
      try {
        this.#local.put({ ...draft, id: localId(draft.id) });
        return true;
      } catch {
        return false;
      }
    });
    this.#local.hasServerDrafts = !results.includes(false);
    this.#notifyAfter(() => undefined);
    return this.#local.hasServerDrafts;
  }

  /** Moves local drafts to the server. Drafts that are refused or do not arrive stay in the browser. */
  async #moveToServer(): Promise<void> {
    const { client } = this.#organization;
    const attemptedIds = new Set<number>();
    let serverDrafts: readonly Draft[] | undefined;
    const moveNext = async () => {
      // Read again each time, since pages that have not seen the setting yet still store drafts here.
      const next = this.#local.all().find(({ id }) => !attemptedIds.has(id));
      if (!next || !this.#isShared) return false;
      attemptedIds.add(next.id);
      // A page that was closed meanwhile may have moved some of them already.
      serverDrafts ??= (await client.call('get-drafts')).drafts;
      await this.#moveOne(next, serverDrafts);
      return true;
    };
    const isPermanent = (error: unknown) => error instanceof ParleyError && !error.isTemporary;
    while (await this.#inOneTab(moveNext).catch(isPermanent)) this.#notifyAfter(() => undefined);
  }

  /** Moves one local draft to the server, including later changes. */
  async #moveOne(draft: Draft, serverDrafts: readonly Draft[]): Promise<void> {
    const { client } = this.#organization;
    const same = serverDrafts.find((other) => textOf(other) === textOf(draft));
    const content = contentOf(draft);
    const [to = 0] = same ? [same.id] : (await client.call('create-drafts', { drafts: [content] })).ids;
    const latest = this.#local.all().find(({ id }) => id === draft.id);
    if (!latest) await client.call('delete-draft', { draft_id: to });
    else if (textOf(latest) !== textOf(draft)) {
      await client.call('edit-draft', { draft_id: to, draft: contentOf(latest) });
    }
    this.#local.recordMove(draft.id, to);
  }

  /** One tab and one draft at a time. */
  #inOneTab<T>(run: () => Promise<T>): Promise<T> {
    return withTabLock('drafts from here', run);
  }

  #notifyAfter<T>(change: () => T): T {
    const result = change();
    for (const listener of this.#listeners) listener();
    return result;
  }
}

/** Equal for drafts with the same text and destination. */
function textOf({ type, to, topic, content }: DraftContent): string {
  return JSON.stringify([type, to, topic, content]);
}

function contentOf({ type, to, topic, content }: Draft) {
  return { type, to, topic, content };
}

/** The id under which a draft is stored locally. */
function localId(id: number): number {
  return -Math.abs(id);
}
