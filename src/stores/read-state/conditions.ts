// SQL fragments shared by queries about unread messages. They refer to the tables `account` (the one account
// queried), `message`, `conversation` and `read_state` by these names.

import { type RawBuilder, sql } from 'kysely';

/** The message up to which the account has read the conversation. */
export const readMark: RawBuilder<number> = sql`coalesce(read_state.read_through, account.read_base)`;

/**
 * No message of the conversation up to this id was sent during the account's latest subscription. Earlier
 * subscriptions do not matter, since everything was marked as read when they ended. 0 for direct messages.
 */
export const subscriptionFloor: RawBuilder<number> = sql`coalesce((
  select max(subscription_period.after_message_id) from subscription_period
  where subscription_period.account_id = account.id
    and subscription_period.channel_id = conversation.channel_id
), 0)`;

/**
 * The message did not arrive read, neither for everyone nor for a sender whose client marks sent messages as
 * read.
 */
export const didNotArriveRead: RawBuilder<boolean> = sql`(
  message.arrives_read = 0 and (message.sender_id <> account.id or message.is_read_by_sender = 0)
)`;

/** The account has no exception for the message. */
export const hasNoException: RawBuilder<boolean> = sql`not exists (
  select 1 from read_exception
  where read_exception.account_id = account.id and read_exception.message_id = message.id
)`;

/**
 * The account was active when the message was sent and, if the message changed channels, subscribed at every
 * arrival. For messages that never moved, `subscriptionFloor` ensures that the account was subscribed when they
 * were sent.
 */
export const arrivedUnread: RawBuilder<boolean> = sql`(
  (message.is_moved = 0 or not exists (
    select 1 from message_arrival
    where message_arrival.message_id = message.id and not exists (
      select 1 from subscription_period
      where subscription_period.account_id = account.id
        and subscription_period.channel_id = message_arrival.channel_id
        and subscription_period.from_sequence <= message_arrival.sequence
        and (subscription_period.to_sequence is null
          or subscription_period.to_sequence > message_arrival.sequence)
    )
  ))
  and not exists (
    select 1 from account_period
    where account_period.account_id = account.id
      and account_period.to_sequence <= message.sequence
      and not exists (
        select 1 from account_period as later
        where later.account_id = account.id
          and later.from_sequence > account_period.from_sequence
          and later.from_sequence <= message.sequence
      )
  )
)`;
