// The drafts of voice messages of an account, in the records of the browser.

import { VoiceDrafts } from '../store/voice-drafts.ts';
import { readRecords, removeRecord, writeRecord } from './database.ts';
import type { Organization } from './organization.ts';

/** The lock that a page holds while it records a draft. */
const lockOf = (id: string) => `voice ${id}`;

async function isHeld(id: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(id));
}

const all = new WeakMap<Organization, VoiceDrafts>();

export function voiceDraftsOf(organization: Organization): VoiceDrafts {
  const prefix = `voice/${organization.ownId}/`;
  const records = {
    all: () => readRecords(prefix),
    put: (id: string, draft: unknown) => writeRecord(`${prefix}${id}`, draft),
    remove: (id: string) => removeRecord(`${prefix}${id}`),
  };
  const drafts = all.get(organization) ?? new VoiceDrafts({ records, isHeld, now: () => Date.now() });
  all.set(organization, drafts);
  return drafts;
}

/** Keeps other pages from taking over a draft while it is recorded. Returns a function that ends this. */
export function holdVoiceDraft(id: string): () => void {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(lockOf(id), () => isReleased);
  return release;
}
