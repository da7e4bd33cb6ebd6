// What every unit of work ends with: calls follow their conversations, and who has lost access leaves them.

import type { Writer } from '../../storage/reader-writer.ts';
import { endLostParticipation } from './end-lost-access.ts';
import { followConversations } from './follow-conversations.ts';

/** Updates calls after a unit of work, as part of it. Costs nothing if it changed neither conversations nor access. */
export async function updateCalls(writer: Writer): Promise<void> {
  if (writer.emitted.length === 0) return;
  await followConversations(writer);
  await endLostParticipation(writer);
}
