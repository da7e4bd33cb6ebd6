// GET /users/me/sessions: the browsers that the caller is logged in with.

import { anyText, boolean, id, integer, list, record } from '../../api-contract/codec.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { isExpiredByIdleness } from '../../model/sessions/session.ts';
import { sessionsOf } from '../../stores/sessions/session-store.ts';
import { readOperation } from '../operation.ts';

const session = record({
  id,
  device: anyText,
  created_at: integer(),
  last_seen_at: integer(),
  is_current: boolean,
});

export const getOwnSessions = readOperation({
  name: 'get-own-sessions',
  method: 'GET',
  path: '/users/me/sessions',
  summary: 'List the browsers that you are logged in with, most recently used first.',
  access: 'human',
  parameters: {},
  result: { sessions: list(session) },
  async handle({ reader, actor }) {
    const now = nowSeconds();
    const sessions = (await sessionsOf(reader, actor.account.id)).filter(
      (session) => !isExpiredByIdleness(session, now),
    );
    return {
      sessions: sessions.map((session) => ({
        id: session.id,
        device: session.device,
        created_at: session.createdAt,
        last_seen_at: session.lastSeenAt,
        is_current: session.id === actor.sessionId,
      })),
    };
  },
});
