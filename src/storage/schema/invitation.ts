// Invitations, reusable invitation links, unconfirmed sign-ups, and the groups of channels that people choose from
// when they join.

import {
  bit,
  converted,
  generated,
  id,
  idList,
  nullable,
  number,
  omitted,
  organizationId,
  secret,
  text,
} from './column.ts';
import { absent, changedByStage, included, kept, table } from './table.ts';

export const invitationTables = {
  /** An invitation to one address. */
  invitation: table({
    columns: {
      organization_id: organizationId,
      inviter_id: id('account'),
      role: number,
      channel_ids: idList('channel'),
      group_ids: idList('user_group'),
      includes_default_channels: bit,
      /** The Welcome Bot's message; null for the organization's default. */
      welcome_text: nullable(text),
      /** The link's key is looked up by its hash, and also stored encrypted because it is shown or mailed again. */
      key_hash: omitted(text, 'the key of a link is a credential; the new server creates another'),
      key_sealed: secret(
        omitted(text, 'the key of a link is a credential; the new server creates another'),
        'api key',
      ),
      invited_at: number,
      /** Null: never. */
      expires_at: nullable(number),
      id: generated(number),
      email: converted(text, 'email'),
      email_key: text,
      notifies_inviter: bit,
      /** 0 open, 1 the address has joined, 2 revoked. */
      status: number,
      /** The number of mails sent for it on the day of the last one. */
      mails: number,
      /** When a reminder is sent; null: never. */
      remind_at: nullable(number),
      /** 0 if the inviter passes the link on themselves: following it then does not prove access to the address. */
      is_mailed: generated(bit),
      /** The organization's address as the inviter reached it, for the link in the reminder. */
      organization_url: omitted(text, 'the new server has another address'),
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
  }),

  /** A link that anyone who has it can join with. */
  invitation_link: table({
    columns: {
      organization_id: organizationId,
      inviter_id: id('account'),
      role: number,
      channel_ids: idList('channel'),
      group_ids: idList('user_group'),
      includes_default_channels: bit,
      /** The Welcome Bot's message; null for the organization's default. */
      welcome_text: nullable(text),
      /** The link's key is looked up by its hash, and also stored encrypted because it is shown or mailed again. */
      key_hash: omitted(text, 'the key of a link is a credential; the new server creates another'),
      key_sealed: secret(
        omitted(text, 'the key of a link is a credential; the new server creates another'),
        'api key',
      ),
      invited_at: number,
      /** Null: never. */
      expires_at: nullable(number),
      id: generated(number),
      is_revoked: bit,
      /** The maximum number of people who may join by it; null: no maximum. */
      max_uses: generated(nullable(number)),
      /** The number of people who have joined by it. */
      uses: generated(number),
    },
    key: ['id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
  }),

  /** A sign-up that is not yet confirmed by following the mailed link. */
  sign_up: table({
    columns: {
      key_hash: text,
      organization_id: organizationId,
      email: text,
      email_key: text,
      /** The invitation link that was used; null: none was needed. */
      link_id: nullable(number),
      expires_at: number,
    },
    key: ['key_hash'],
    onErasure: changedByStage,
    archive: absent('it is a credential'),
  }),

  /** A named group of channels that people can choose when they join. */
  default_channel_group: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      name: text,
      name_key: text,
      description: text,
      channel_ids: idList('channel'),
    },
    key: ['id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),
} as const;
