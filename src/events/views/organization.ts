// Views of organization events that depend on the client's declared capabilities.

import type { emojiEvent } from '../../model/emoji/emoji-events.ts';
import type { linkifiersEvent } from '../../model/linkifiers/linkifier-events.ts';
import type { ViewOf } from './event-view.ts';

/** A change of one custom emoji; clients that do not take single changes get the whole table. */
export const emojiView: ViewOf<typeof emojiEvent> = (entry, viewer) =>
  viewer.options.capabilities.individual_emoji_changes
    ? entry.payload
    : { op: 'update', realm_emoji: entry.extra?.table };

/** Linkifiers have URL templates, which only clients that declare support understand. */
export const linkifiersView: ViewOf<typeof linkifiersEvent> = (entry, viewer) =>
  viewer.options.capabilities.linkifier_url_template ? entry.payload : undefined;
