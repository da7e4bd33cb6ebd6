// Drafts on the server, or in this browser alone where somebody wants that; and what the server does not have yet.

import { ParleyError } from '../../client/parley-error.ts';
import type { Draft } from '../../client/state/state.ts';
import type { Organization } from '../link/organization.ts';
import type { DraftServer, Written } from '../messages/kept-draft.ts';
import { type DraftContent, DraftsHere } from './drafts-here.ts';

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
  /** What has come from here to the server since, by its number here. */
  readonly #moved = new Map<number, number>();

  constructor(organization: Organization) {
    this.#organization = organization;
    this.#here = new DraftsHere(organization.ownId, () => localStorage);
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
    if (!this.#isShared) return this.#told(() => this.#here.change(hereId(id), wireDraft(draft)));
    const draft_id = this.#moved.get(id) ?? id;
    if (draft_id > 0) {
      await this.#organization.client.call('edit-draft', { draft_id, draft: wireDraft(draft) });
      return;
    }
    this.#moved.set(id, await this.create(draft));
    this.#told(() => this.#here.delete(id));
  }

  /** One that is gone already is as good as deleted. */
  async delete(id: number): Promise<void> {
    this.#told(() => this.#here.delete(hereId(id)));
    const draft_id = this.#moved.get(id) ?? id;
    if (!this.#isShared || draft_id < 0) return;
    try {
      await this.#organization.client.call('delete-draft', { draft_id });
    } catch (error) {
      if (!(error instanceof ParleyError && error.status === 404)) throw error;
    }
  }

  /**
   * Follows the setting: the server forgets its drafts when it is turned off, and gets those from here when it is turned
   * on. What a page that was closed at that moment left here goes there when it is edited.
   */
  watch(): void {
    this.#organization.on('user_settings', ({ property }) => {
      if (property !== 'enable_drafts_synchronization') return;
      if (this.#isShared) void this.#share();
      else this.#takeOver();
    });
  }

  get #isShared(): boolean {
    return this.#organization.state.user_settings?.enable_drafts_synchronization !== false;
  }

  #takeOver(): void {
    this.#told(() => {
      for (const draft of this.#organization.state.drafts ?? [])
        this.#here.put({ ...draft, id: hereId(draft.id) });
    });
  }

  async #share(): Promise<void> {
    if (!this.#isShared || this.#here.all().length === 0) return;
    const { client } = this.#organization;
    const share = async () => {
      // A page that was closed meanwhile may have given some of them already.
      const { drafts: present } = await client.call('get-drafts');
      for (const { id, timestamp: _edited, ...content } of this.#here.all()) {
        const same = present.find((one) => textOf(one) === textOf(content));
        const { ids } = same ? { ids: [same.id] } : await client.call('create-drafts', { drafts: [content] });
        this.#moved.set(id, ids[0] ?? 0);
        this.#here.delete(id);
      }
    };
    // One tab does it; what is refused or does not arrive stays here.
    const shared = 'locks' in navigator ? navigator.locks.request('drafts from here', share) : share();
    await shared.catch(() => undefined);
    this.#told(() => undefined);
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

/** The number under which a draft is kept here. */
function hereId(id: number): number {
  return -Math.abs(id);
}

/** Younger ones may be those of a tab that is open and about to keep them. */
const LEFT_MILLISECONDS = 60_000;

interface Left {
  readonly at: number;
  readonly written: Written;
}

/** What the browser keeps; nothing where it may not. */
function keptKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Texts that the server does not have yet, in the browser's own storage. */
export function unsavedDrafts(ownId: number, drafts: Drafts) {
  const prefix = `draft ${ownId} `;
  return {
    /** A place for one draft. */
    place(): (written: Written | undefined) => void {
      const key = `${prefix}${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
      return (written) => {
        try {
          if (written) localStorage.setItem(key, JSON.stringify({ at: Date.now(), written } satisfies Left));
          else localStorage.removeItem(key);
        } catch {
          // A browser that keeps nothing: the server has it a second later.
        }
      };
    },

    /** Gives the server what an earlier page left. */
    async recover(): Promise<void> {
      for (const key of keptKeys().filter((one) => one.startsWith(prefix))) {
        try {
          const left = JSON.parse(localStorage.getItem(key) ?? '') as Left;
          if (Date.now() - left.at < LEFT_MILLISECONDS) continue;
          localStorage.removeItem(key);
          await drafts.create(left.written);
        } catch {
          // What cannot be read or was refused is no draft.
        }
      }
    },
  };
}
