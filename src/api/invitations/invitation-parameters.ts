// The parameters common to both kinds of invitations.

import { boolean, id, integer, list, nullable, oneOf, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, withDefault } from '../../api-contract/parameter.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { InvitationTerms } from '../../model/invitations/invitation.ts';

export const channelList = list(id, limits.channelsPerInvitation);

export const invitationParameters = {
  invite_expires_in_minutes: optionally(
    nullable(integer({ minimum: 1, maximum: limits.invitationMinutes })),
    'Minutes until the invitation expires; null for never. Defaults to ten days.',
    { since: 126 },
  ),
  invite_as: withDefault(
    oneOf(Role.owner, Role.administrator, Role.moderator, Role.member, Role.guest),
    Role.member,
    'The role of the invited person: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
  ),
  group_ids: optionally(list(id, limits.groupsPerInvitation), 'IDs of groups to add the person to.', {
    since: 322,
  }),
  include_realm_default_subscriptions: withDefault(
    boolean,
    false,
    'Whether to also subscribe the person to the default channels.',
    { since: 261 },
  ),
  welcome_message_custom_text: optionally(
    nullable(text({ maximum: limits.welcomeMessageCodePoints })),
    "Text that Welcome Bot adds to its greeting. Null uses the organization's text; an empty string adds nothing. Only for administrators.",
    { since: 416, encoding: 'either' },
  ),
} as const;

interface SentTerms {
  readonly invite_as: Role;
  readonly stream_ids: readonly number[];
  readonly group_ids: readonly number[] | undefined;
  readonly include_realm_default_subscriptions: boolean;
  readonly welcome_message_custom_text: string | null | undefined;
}

export function termsOfRequest(sent: SentTerms): InvitationTerms {
  return {
    role: sent.invite_as,
    channelIds: [...new Set(sent.stream_ids)],
    groupIds: [...new Set(sent.group_ids)],
    includesDefaultChannels: sent.include_realm_default_subscriptions,
    welcomeText: sent.welcome_message_custom_text ?? null,
  };
}
