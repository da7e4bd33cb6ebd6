// Drafts on the server, or in this browser alone where somebody wants that; and what the server does not have yet.

import { ParleyError } from '../../client/parley-error.ts';
import type { Draft } from '../../client/state/state.ts';
import { alone } from '../data/alone.ts';
import type { Organization } from '../data/organization.ts';
import type { DraftServer, Written } from '../store/kept-draft.ts';
import { type DraftContent, DraftsHere, type Storage } from './drafts-here.ts';

function wireDraft({ destination, content }: Written) {
  if (destination.kind === 'direct') {
    return { type: 'private', to: [...destination.personIds], topic: '', content } as const;
  }
  const { channelId, topic } = destination;
  if (channelId === undefined) return { type: '', to: [], topic: '', content } as const;
  return { type: 'stream', to: [channelId], topic, content } as const;
}

/** The drafts of somebody: on the server, or in this browser alone, as their setting says. */
export class Drafts implements DraftServer {
  readonly #organization: Organization;
  readonly #here: DraftsHere;
  readonly #listeners = new Set<() => void>();
  /** Those of the server as they were last told, since it deletes them without an event. */
  #shared: readonly Draft[];

  constructor(organization: Organization, storage: () => Storage = () => localStorage) {
    this.#organization = organization;
    this.#here = new DraftsHere(organization.ownId, storage);
    this.#shared = organization.state.drafts ?? [];
  }

  /** The one that was edited last first. */
  get all(): readonly Draft[] {
    const here = this.#here.all();
    if (!this.#isShared) return here;
    const shared = this.#organization.state.drafts ?? [];
    const texts = new Set(shared.map(textOf));
    return [...here.filter((one) => !texts.has(textOf(one))), ...shared];
  }

  /** Calls the listener when there may be others. Answers with how to stop it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    const unlisten = this.#organization.onChange(listener);
    return () => {
      this.#listeners.delete(listener);
      unlisten();
    };
  }

  async create(draft: Written): Promise<number> {
    if (!this.#isShared) return this.#told(() => this.#here.create(wireDraft(draft)));
    const { ids } = await this.#organization.client.call('create-drafts', { drafts: [wireDraft(draft)] });
    return ids[0] ?? 0;
  }

  async edit(id: number, draft: Written): Promise<void> {
    const content = wireDraft(draft);
    const here = () => this.#told(() => this.#here.change(hereId(this.#present(id)), content));
    if (!this.#isShared) return here();
    const onServer = (draft_id: number) =>
      this.#organization.client.call('edit-draft', { draft_id, draft: content });
    if (this.#present(id) > 0) {
      await onServer(this.#present(id));
      return;
    }
    await this.#alone(async () => {
      const now = this.#present(id);
      // It has gone there meanwhile, or the setting was turned off.
      if (now > 0) return void (await onServer(now));
      if (!this.#isShared) return here();
      const to = await this.create(draft);
      this.#told(() => this.#here.moved(now, to));
    });
  }

  /** One that is gone already is as good as deleted. */
  async delete(id: number): Promise<void> {
    const here = () => this.#told(() => this.#here.delete(hereId(this.#present(id))));
    if (this.#isShared && this.#present(id) < 0) await this.#alone(async () => here());
    else here();
    const draft_id = this.#present(id);
    if (!this.#isShared || draft_id < 0) return;
    try {
      await this.#organization.client.call('delete-draft', { draft_id });
    } catch (error) {
      if (!(error instanceof ParleyError && error.status === 404)) throw error;
    }
  }

  /**
   * Follows the setting: the server forgets its drafts when it is turned off, and gets those from here when it is turned
   * on. What a page that was closed at that moment left here goes there when it is edited. `onLost` is told when the
   * browser does not keep what the server has forgotten.
   */
  watch(onLost: () => void): void {
    let wasShared = this.#isShared;
    const look = () => {
      const isShared = this.#isShared;
      if (isShared && !wasShared) void this.#share();
      if (!isShared && wasShared && !this.#takeOver()) onLost();
      if (isShared) this.#here.isTakenOver = false;
      wasShared = isShared;
      this.#shared = this.#organization.state.drafts ?? [];
    };
    look();
    this.#organization.on('drafts', look);
    // A page that slept hears of the setting by this alone.
    this.#organization.onSnapshot(look);
    this.#organization.on('user_settings', look);
  }

  get #isShared(): boolean {
    return this.#organization.state.user_settings?.enable_drafts_synchronization !== false;
  }

  /** The number that a draft has now: it gets another one each time that the setting is turned off and on. */
  #present(id: number): number {
    const to = this.#here.movedTo(hereId(id));
    return to === undefined ? id : this.#present(to);
  }

  /** Whether all of them are kept here. Where another page has taken them over, they may have changed since. */
  #takeOver(): boolean {
    if (this.#here.isTakenOver) return true;
    const isKept = this.#shared.map((draft) => {
      try {
        this.#here.put({ ...draft, id: hereId(draft.id) });
        return true;
      } catch {
        return false;
      }
    });
    this.#here.isTakenOver = !isKept.includes(false);
    this.#told(() => undefined);
    return this.#here.isTakenOver;
  }

  /** What is refused or does not arrive stays here. */
  async #share(): Promise<void> {
    const { client } = this.#organization;
    const tried = new Set<number>();
    let present: readonly Draft[] | undefined;
    const giveNext = async () => {
      // Looked for anew each time: pages that have not heard yet keep theirs here still.
      const next = this.#here.all().find(({ id }) => !tried.has(id));
      if (!next || !this.#isShared) return false;
      tried.add(next.id);
      // A page that was closed meanwhile may have given some of them already.
      present ??= (await client.call('get-drafts')).drafts;
      await this.#give(next, present);
      return true;
    };
    const isRefusal = (error: unknown) => error instanceof ParleyError && !error.isPassing;
    while (await this.#alone(giveNext).catch(isRefusal)) this.#told(() => undefined);
  }

  /** Gives the server one from here, as it is here in the end. */
  async #give(draft: Draft, present: readonly Draft[]): Promise<void> {
    const { client } = this.#organization;
    const same = present.find((one) => textOf(one) === textOf(draft));
    const content = contentOf(draft);
    const [to = 0] = same ? [same.id] : (await client.call('create-drafts', { drafts: [content] })).ids;
    const now = this.#here.all().find(({ id }) => id === draft.id);
    if (!now) await client.call('delete-draft', { draft_id: to });
    else if (textOf(now) !== textOf(draft)) {
      await client.call('edit-draft', { draft_id: to, draft: contentOf(now) });
    }
    this.#here.moved(draft.id, to);
  }

  /** One tab, one draft at a time. */
  #alone<T>(run: () => Promise<T>): Promise<T> {
    return alone('drafts from here', run);
  }

  #told<T>(change: () => T): T {
    const result = change();
    for (const listener of this.#listeners) listener();
    return result;
  }
}

/** The same for drafts of one text to one place. */
function textOf({ type, to, topic, content }: DraftContent): string {
  return JSON.stringify([type, to, topic, content]);
}

function contentOf({ type, to, topic, content }: Draft) {
  return { type, to, topic, content };
}

/** The number under which a draft is kept here. */
function hereId(id: number): number {
  return -Math.abs(id);
}
