// The types whose events do not look the same to every queue.

import { messageView } from './message.ts';
import { emojiView, linkifiersView } from './organization.ts';
import type { View } from './view.ts';

export const views: ReadonlyMap<string, View> = new Map([
  ['message', messageView],
  ['realm_emoji', emojiView],
  ['realm_linkifiers', linkifiersView],
]);
