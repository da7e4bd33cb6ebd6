// Draft texts that the server does not have yet, stored in the browser: a closed page leaves them, and the
// next one sends them to the server.

import { ParleyError } from '../../client/parley-error.ts';
import { withTabLock } from '../data/tab-lock.ts';
import { isDestination, isRecord, storedJson } from '../lib/stored-values.ts';
import type { DraftServer, DraftText } from '../store/synced-draft.ts';
import type { Storage } from './local-drafts.ts';

/** Younger ones may belong to an open tab that is about to save them. */
const ABANDONED_MILLISECONDS = 60_000;

interface AbandonedDraft {
  readonly at: number;
  readonly written: DraftText;
}

/** The storage's keys; none if storage is unavailable. */
function storageKeys(storage: () => Storage): string[] {
  try {
    const items = storage();
    return Array.from({ length: items.length }, (_, index) => items.key(index) ?? '');
  } catch {
    return [];
  }
}

function parseAbandoned(text: string | null): AbandonedDraft | undefined {
  const storedDraft = storedJson(text);
  if (!isRecord(storedDraft) || !isRecord(storedDraft.written)) return undefined;
  const { destination, content } = storedDraft.written;
  if (!isDestination(destination) || typeof content !== 'string') return undefined;
  return { at: Number(storedDraft.at), written: { destination, content } };
}

/** The texts of an account that the server does not have yet. */
export function unsavedDrafts(
  ownId: number,
  drafts: Pick<DraftServer, 'create'>,
  storage: () => Storage = () => localStorage,
) {
  const prefix = `draft ${ownId} `;

  async function sendAbandoned(key: string): Promise<void> {
    const abandoned = parseAbandoned(storage().getItem(key));
    if (abandoned && Date.now() - abandoned.at < ABANDONED_MILLISECONDS) return;
    try {
      if (abandoned) await drafts.create(abandoned.written);
    } catch (error) {
      // Without an answer it stays for the next page; a refused text is dropped.
      if (error instanceof ParleyError && error.isTemporary) return;
    }
    storage().removeItem(key);
  }

  return {
    /** Returns a function that stores or removes one draft under a new key. */
    newDraftWriter(): (text: DraftText | undefined) => void {
      const key = `${prefix}${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
      return (text) => {
        try {
          if (text)
            storage().setItem(
              key,
              JSON.stringify({ at: Date.now(), written: text } satisfies AbandonedDraft),
            );
          else storage().removeItem(key);
        } catch {
          // The browser stores nothing; the server has the text a second later.
        }
      };
    },

    /** Sends the server what earlier pages left; one tab at a time, so that nothing is sent twice. */
    async recover(): Promise<void> {
      for (const key of storageKeys(storage).filter((one) => one.startsWith(prefix))) {
        await withTabLock(`draft left ${ownId}`, () => sendAbandoned(key));
      }
    },
  };
}
