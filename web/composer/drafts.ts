// Drafts on the server, and what it does not have yet in the browser.

import { ParleyError } from '../../client/parley-error.ts';
import type { Organization } from '../link/organization.ts';
import type { DraftServer, Written } from '../messages/kept-draft.ts';

function wireDraft({ destination, content }: Written) {
  if (destination.kind === 'direct') {
    return { type: 'private', to: [...destination.personIds], topic: '', content } as const;
  }
  const { channelId, topic } = destination;
  if (channelId === undefined) return { type: '', to: [], topic: '', content } as const;
  return { type: 'stream', to: [channelId], topic, content } as const;
}

/** The operations on drafts. One that is gone already is as good as deleted. */
export function draftServer({ client }: Organization): DraftServer {
  return {
    async create(draft) {
      const { ids } = await client.call('create-drafts', { drafts: [wireDraft(draft)] });
      return ids[0] ?? 0;
    },
    async edit(id, draft) {
      await client.call('edit-draft', { draft_id: id, draft: wireDraft(draft) });
    },
    async delete(id) {
      try {
        await client.call('delete-draft', { draft_id: id });
      } catch (error) {
        if (!(error instanceof ParleyError && error.status === 404)) throw error;
      }
    },
  };
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
export function unsavedDrafts(organization: Organization) {
  const prefix = `draft ${organization.ownId} `;
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
          await draftServer(organization).create(left.written);
        } catch {
          // What cannot be read or was refused is no draft.
        }
      }
    },
  };
}
