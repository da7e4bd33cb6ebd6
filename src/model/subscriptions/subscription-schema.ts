// What clients read of a subscription: the channel and the person's own settings for it.

import { anyText, boolean, nullable, record } from '../../api-contract/codec.ts';
import { channelShapeFields, subscriberListFields } from '../channels/channel-schema.ts';

/** Null inherits from the personal settings. */
const inherited = nullable(boolean);

/** A channel as its subscriber reads it, with their settings for it. */
export const subscriptionShape = record({
  ...channelShapeFields,
  ...subscriberListFields,
  color: anyText,
  is_muted: boolean,
  in_home_view: boolean,
  pin_to_top: boolean,
  desktop_notifications: inherited,
  audible_notifications: inherited,
  push_notifications: inherited,
  email_notifications: inherited,
  wildcard_mentions_notify: inherited,
});
