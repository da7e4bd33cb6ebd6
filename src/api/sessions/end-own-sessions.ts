// DELETE /users/me/sessions: logs all browsers out.

import { endIssuedAccess } from '../../actions/accounts/end-access.ts';
import { audit } from '../../actions/audit/audit.ts';
import { endSessionsOf } from '../../actions/sessions/change-session.ts';
import { boolean } from '../../api-contract/codec.ts';
import { withDefault } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const endOwnSessions = writeOperation({
  name: 'end-own-sessions',
  method: 'DELETE',
  path: '/users/me/sessions',
  summary: 'Log out all your browsers.',
  access: 'human',
  needsRecentProof: true,
  parameters: {
    keep_current: withDefault(boolean, false, 'Whether the browser that sends the request stays logged in.'),
  },
  result: {},
  async handle({ write, actor }, { keep_current: keepsCurrent }) {
    const remainingSessionId = keepsCurrent ? actor.sessionId : undefined;
    await write(async (writer) => {
      await audit(writer, { kind: 'logged_out_everywhere', accountId: actor.account.id });
      await endSessionsOf(writer, actor.account.id, remainingSessionId);
      await endIssuedAccess(writer, actor.account.id);
    });
    return {};
  },
});
