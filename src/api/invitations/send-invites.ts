// POST /invites: invites people by mail. If only some addresses could be invited, the answer is an error
// although those were invited.

import { inviteAddresses } from '../../actions/invitations/invite.ts';
import { anyText, boolean, list, record, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { disposableAmong } from '../../model/accounts/disposable-addresses.ts';
import { Role } from '../../model/accounts/roles.ts';
import { invitationFailed } from '../../model/invitations/invitation-failure.ts';
import { invitedAddresses } from '../../model/invitations/invited-addresses.ts';
import { confirmationPath } from '../../model/invitations/link-key.ts';
import { requirePermission } from '../../stores/groups/organization-permissions.ts';
import { checkTerms } from '../../stores/invitations/invitation-terms.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { invitationAddress } from './invitation-address.ts';
import { channelList, invitationParameters, termsOfRequest } from './invitation-parameters.ts';

export const sendInvites = writeOperation({
  name: 'send-invites',
  method: 'POST',
  path: '/invites',
  summary: 'Invite people by email. Without a mail server, returns links to pass on to them.',
  access: 'human-member',
  needsRecentProof: { when: { invite_as: [Role.owner, Role.administrator, Role.moderator] } },
  errors: ['INVITATION_FAILED', 'UNAUTHORIZED_PRINCIPAL'],
  parameters: {
    invitee_emails: required(
      text({ maximum: limits.inviteeAddressesCodePoints }),
      'The email addresses, separated by commas or line breaks.',
    ),
    stream_ids: required(channelList, 'IDs of channels to subscribe the people to. Can be empty.'),
    notify_referrer_on_join: withDefault(boolean, true, 'Whether to notify the inviter when someone joins.', {
      since: 267,
    }),
    ...invitationParameters,
  },
  result: {
    /** The link of each address, for the inviter to pass on. Present only if no mail server is configured. */
    links: { optional: list(record({ email: anyText, link_url: anyText })) },
  },
  async handle(context, values) {
    const { actor, services } = context;
    const emails = invitedAddresses(values.invitee_emails);
    if (emails.length > limits.invitationsPerRequest) {
      throw badRequest(`At most ${limits.invitationsPerRequest} addresses can be invited at once.`);
    }
    const disposable = await disposableAmong(emails);
    const terms = termsOfRequest(values);
    const organizationUrl = invitationAddress(context);
    const { failure, invitations } = await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const account = await actingAccount(writer, actor.account.id);
      const acting = { writer, organization, account };
      await requirePermission(acting, 'can_invite_users_group');
      if (emails.length === 0) throw badRequest('You must specify at least one email address.');
      await checkTerms(acting, terms);
      return inviteAddresses(
        { ...acting, keyring: services.keyring },
        {
          emails,
          disposable,
          terms,
          notifiesInviter: values.notify_referrer_on_join,
          minutes: values.invite_expires_in_minutes,
          organizationUrl,
          isMailed: services.sendsMail,
        },
      );
    });
    if (failure) throw invitationFailed(failure);
    if (services.sendsMail) return {};
    return {
      links: invitations.map(({ email, key }) => ({
        email,
        link_url: organizationUrl + confirmationPath(key),
      })),
    };
  },
});
