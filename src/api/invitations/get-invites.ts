// GET /invites: the open invitations that the caller may manage.

import { list } from '../../api-contract/codec.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { Role } from '../../model/accounts/roles.ts';
import { mayManageInvitation } from '../../model/invitations/invitation-rules.ts';
import {
  invitationSchema,
  wireInvitation,
  wireInvitationLink,
} from '../../model/invitations/wire-invitation.ts';
import { openInvitations } from '../../stores/invitations/invitation-store.ts';
import { openLinks } from '../../stores/invitations/link-store.ts';
import { readOperation } from '../operation.ts';

export const getInvites = readOperation({
  name: 'get-invites',
  method: 'GET',
  path: '/invites',
  summary: 'List the invitations and invitation links that you can manage.',
  access: 'human-member',
  parameters: {},
  result: { invites: list(invitationSchema) },
  async handle({ actor: { account }, reader, services, organizationUrl }) {
    const now = nowSeconds();
    const inviterId = account.role <= Role.administrator ? undefined : account.id;
    const invitations = await openInvitations(reader, now, inviterId);
    const links = await openLinks(reader, now, inviterId);
    return {
      invites: [
        ...invitations
          .filter((row) => mayManageInvitation(account, row))
          .map((row) => wireInvitation(row, services.keyring, organizationUrl)),
        ...links
          .filter((row) => mayManageInvitation(account, row))
          .map((row) => wireInvitationLink(row, services.keyring, organizationUrl)),
      ],
    };
  },
});
