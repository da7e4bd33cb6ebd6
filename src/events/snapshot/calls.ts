// Whether the account has granted access to its providers of video calls.

import { sealedTokensOf } from '../../stores/calls/call-store.ts';
import type { SnapshotSection } from './section.ts';

const videoCalls: SnapshotSection = {
  gates: ['video_calls'],
  async fromDatabase({ account }, reader) {
    const tokens = account ? await sealedTokensOf(reader, account.id) : new Map<string, string>();
    const hasWebex = tokens.has('webex');
    return { has_zoom_token: tokens.has('zoom'), has_webex_token: hasWebex, has_vendor_token: hasWebex };
  },
};

export const callSections: readonly SnapshotSection[] = [videoCalls];
