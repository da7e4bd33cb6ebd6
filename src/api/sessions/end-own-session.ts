// DELETE /users/me/sessions/{session_id}: logs one browser out.

import { auditRepeated } from '../../actions/audit/repeated.ts';
import { revokeSession } from '../../actions/sessions/change-session.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const endOwnSession = writeOperation({
  name: 'end-own-session',
  method: 'DELETE',
  path: '/users/me/sessions/{session_id}',
  summary: 'Log out one of your browsers.',
  access: 'human',
  needsRecentProof: true,
  parameters: { session_id: required(id, 'The ID of the session.') },
  result: {},
  async handle({ write, actor }, { session_id }) {
    await write(async (writer) => {
      const isEnded = await revokeSession(writer, actor.account.id, session_id);
      if (!isEnded) throw badRequest('Session does not exist');
      await auditRepeated(writer, { kind: 'session_ended', accountId: actor.account.id });
    });
    return {};
  },
});
