// Which layout a view has.

import type { View } from '../lib/address.ts';
import { narrowTargetOf } from '../store/narrow-targets.ts';

/**
 * Conversations (topics, direct conversations, channels), other lists of messages, the settings of a person or of the
 * organization, and all other views.
 */
export type LayoutKind = 'conversation' | 'feed' | 'settings' | 'page';

export function layoutKindOf(view: View | undefined, ownId: number): LayoutKind {
  if (view?.kind === 'settings' || view?.kind === 'organization') return 'settings';
  if (view?.kind !== 'narrow') return 'page';
  const { kind } = narrowTargetOf(view.terms, ownId);
  return kind === 'topic' || kind === 'direct' || kind === 'channel' ? 'conversation' : 'feed';
}
