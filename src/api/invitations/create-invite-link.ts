// POST /invites/multiuse: creates a link with which anyone who has it can join.

import { audit } from '../../actions/audit/audit.ts';
import { emitInvitationsChanged } from '../../actions/invitations/invitation-events.ts';
import { anyText, integer, nullable } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, withDefault } from '../../api-contract/parameter.ts';
import { sealApiKey } from '../../model/accounts/credentials.ts';
import { Role } from '../../model/accounts/roles.ts';
import { invitationExpiry } from '../../model/invitations/invitation.ts';
import { joinPath, linkKeyHash, newLinkKey } from '../../model/invitations/link-key.ts';
import { requirePermission } from '../../stores/groups/organization-permissions.ts';
import { checkTerms } from '../../stores/invitations/invitation-terms.ts';
import { insertLink } from '../../stores/invitations/link-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { channelList, invitationParameters, termsOfRequest } from './invitation-parameters.ts';

export const createInviteLink = writeOperation({
  name: 'create-invite-link',
  method: 'POST',
  path: '/invites/multiuse',
  summary: 'Create an invitation link, with which anyone who has it can join.',
  access: 'human-member',
  needsRecentProof: { when: { invite_as: [Role.owner, Role.administrator, Role.moderator] } },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: {
    ...invitationParameters,
    stream_ids: withDefault(channelList, [], 'IDs of channels to subscribe the person to.'),
    max_uses: optionally(
      nullable(integer({ minimum: 1, maximum: limits.invitationLinkUses })),
      `Maximum number of people who can join with the link; null for no maximum, which is the default. Without a mail server, people join without confirming their email address, and no maximum means ${limits.unconfirmedJoinsPerLink}.`,
    ),
  },
  result: { invite_link: anyText },
  async handle(context, values) {
    const { actor, services, organizationUrl } = context;
    const terms = termsOfRequest(values);
    const key = newLinkKey();
    await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const inviter = await actingAccount(writer, actor.account.id);
      const acting = { writer, organization, account: inviter };
      await requirePermission(acting, 'create_multiuse_invite_group');
      await checkTerms(acting, terms);
      await takeQuota(acting, 'invitation_links');
      await insertLink(writer, {
        organization_id: writer.organizationId,
        inviter_id: inviter.id,
        role: terms.role,
        channel_ids: JSON.stringify(terms.channelIds),
        group_ids: JSON.stringify(terms.groupIds),
        includes_default_channels: terms.includesDefaultChannels ? 1 : 0,
        welcome_text: terms.welcomeText,
        key_hash: linkKeyHash(key),
        key_sealed: sealApiKey(services.keyring, key),
        invited_at: writer.now,
        expires_at: invitationExpiry(writer.now, values.invite_expires_in_minutes),
        is_revoked: 0,
        max_uses: values.max_uses ?? null,
      });
      await audit(writer, { kind: 'invitation_link_created', details: { role: terms.role } });
      await emitInvitationsChanged(writer, [inviter.id]);
    });
    return { invite_link: organizationUrl + joinPath(key) };
  },
});
