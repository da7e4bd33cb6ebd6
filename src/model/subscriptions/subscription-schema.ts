// The schema of a subscription as clients receive it: the channel, with the account's own settings for it.

import { anyText, boolean, nullable, record } from '../../api-contract/codec.ts';
import { channelSchemaFields, subscriberListFields } from '../channels/channel-schema.ts';
import { mutedUntilField } from '../muting/muted-until.ts';

/** Null uses the personal setting. */
const inherited = nullable(boolean);

/** An account's own settings for a channel. */
export const personalSubscriptionFields = {
  color: anyText,
  is_muted: boolean,
  in_home_view: boolean,
  pin_to_top: boolean,
  desktop_notifications: inherited,
  audible_notifications: inherited,
  push_notifications: inherited,
  email_notifications: inherited,
  wildcard_mentions_notify: inherited,
  muted_until: mutedUntilField,
};

export const subscriptionSchema = record({
  ...channelSchemaFields,
  ...subscriberListFields,
  ...personalSubscriptionFields,
});
