// Texts that the server does not have yet, in the browser's own storage: a page that goes leaves them there, and the next
// one gives them to the server.

import { ParleyError } from '../../client/parley-error.ts';
import { alone } from '../data/alone.ts';
import type { DraftServer, Written } from '../store/kept-draft.ts';
import type { Storage } from './drafts-here.ts';

/** Younger ones may be those of a tab that is open and about to keep them. */
const LEFT_MILLISECONDS = 60_000;

interface Left {
  readonly at: number;
  readonly written: Written;
}

/** What the browser keeps; nothing where it may not. */
function keptKeys(storage: () => Storage): string[] {
  try {
    const kept = storage();
    return Array.from({ length: kept.length }, (_, place) => kept.key(place) ?? '');
  } catch {
    return [];
  }
}

function readLeft(text: string): Left | undefined {
  try {
    return JSON.parse(text) as Left;
  } catch {
    return undefined;
  }
}

/** The texts of somebody that the server does not have yet. */
export function unsavedDrafts(
  ownId: number,
  drafts: Pick<DraftServer, 'create'>,
  storage: () => Storage = () => localStorage,
) {
  const prefix = `draft ${ownId} `;

  async function giveLeft(key: string): Promise<void> {
    const text = storage().getItem(key);
    if (text === null) return;
    const left = readLeft(text);
    if (left && Date.now() - left.at < LEFT_MILLISECONDS) return;
    try {
      if (left) await drafts.create(left.written);
    } catch (error) {
      // Where nothing answers it stays for the next page; what was refused is no draft.
      if (error instanceof ParleyError && error.isPassing) return;
    }
    storage().removeItem(key);
  }

  return {
    /** A place for one draft. */
    place(): (written: Written | undefined) => void {
      const key = `${prefix}${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
      return (written) => {
        try {
          if (written) storage().setItem(key, JSON.stringify({ at: Date.now(), written } satisfies Left));
          else storage().removeItem(key);
        } catch {
          // A browser that keeps nothing: the server has it a second later.
        }
      };
    },

    /** Gives the server what an earlier page left; one tab at a time, so that it gets nothing twice. */
    async recover(): Promise<void> {
      for (const key of keptKeys(storage).filter((one) => one.startsWith(prefix))) {
        await alone(`draft left ${ownId}`, () => giveLeft(key));
      }
    },
  };
}
