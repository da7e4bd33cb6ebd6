// Audit log entries about invitations by mail and by link.

import { auditedTable } from './audited-table.ts';

const { olive, secrets, expectEntries, expectNoSecret } = await auditedTable();

expectEntries(
  'addresses are invited, one is invited again and then revoked',
  async () => {
    const invitations = { invitee_emails: 'ann@example.com, bob@example.com', stream_ids: [] };
    await olive.ok('POST', '/invites', invitations);
    const { invites } = await olive.ok('GET', '/invites');
    const { id } = invites.find(({ email }: { email: string }) => email === 'ann@example.com');
    await olive.ok('POST', `/invites/${id}/resend`);
    await olive.ok('DELETE', `/invites/${id}`);
  },
  () => [
    {
      kind: 'invitation_sent',
      details: { emails: ['ann@example.com', 'bob@example.com'], role: 400 },
    },
    { kind: 'invitation_resent', details: { email: 'ann@example.com' } },
    { kind: 'invitation_revoked', details: { email: 'ann@example.com' } },
  ],
);
expectEntries(
  'an invitation link is created and revoked',
  async () => {
    const { invite_link: link } = await olive.ok('POST', '/invites/multiuse', { invite_as: 600 });
    secrets.push(
      String(link)
        .split('/')
        .findLast((part) => part !== '') ?? '',
    );
    const { invites } = await olive.ok('GET', '/invites');
    const { id } = invites.find((one: { is_multiuse: boolean }) => one.is_multiuse);
    await olive.ok('DELETE', `/invites/multiuse/${id}`);
  },
  () => [
    { kind: 'invitation_link_created', details: { role: 600 } },
    { kind: 'invitation_link_revoked', details: { role: 600 } },
  ],
);
expectNoSecret();
