// Changes what a device does in a call: microphone, camera, screen, raised hand. Inside a unit of work.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import {
  callEnded,
  callSessionGone,
  screenTaken,
  tooManyCameras,
} from '../../model/native-calls/call-rules.ts';
import type { CallRow, ParticipantRow } from '../../model/native-calls/native-call.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { hasPermission } from '../../stores/groups/organization-permissions.ts';
import {
  changeParticipant,
  participantsIn,
  participationWith,
} from '../../stores/native-calls/participant-store.ts';
import { emitChangedCall } from './emit-call.ts';
import { queuePublishing } from './livekit-outbox.ts';

/** The participation of an account in a call with a session. @throws `CALL_ENDED`, `CALL_SESSION_GONE` */
export async function ownParticipation(
  writer: Writer,
  call: CallRow,
  accountId: number,
  session: string,
): Promise<ParticipantRow> {
  if (call.ended_at !== null) throw callEnded();
  const participant = await participationWith(writer, call.id, session);
  if (participant?.account_id !== accountId || participant.left_at !== null) throw callSessionGone();
  return participant;
}

/** The new values; undefined ones stay. */
export interface ParticipationChange {
  readonly muted?: boolean | undefined;
  readonly camera?: boolean | undefined;
  readonly screen?: boolean | undefined;
  readonly hand?: boolean | undefined;
}

/**
 * Changes a participation, and emits the call if anything is different.
 * @throws `SCREEN_TAKEN`, `TOO_MANY_CAMERAS`, 400 without the permission to share a screen
 */
export async function changeParticipation(
  acting: ActorContext,
  call: CallRow,
  own: ParticipantRow,
  change: ParticipationChange,
): Promise<void> {
  const { writer } = acting;
  const values = {
    is_muted: bitOf(change.muted, own.is_muted),
    has_camera: bitOf(change.camera, own.has_camera),
    has_screen: bitOf(change.screen, own.has_screen),
    has_hand: bitOf(change.hand, own.has_hand),
  };
  if (Object.entries(values).every(([name, value]) => own[name as keyof typeof values] === value)) return;
  const others = (await participantsIn(writer, [call.id])).filter(({ id }) => id !== own.id);
  if (values.has_screen > own.has_screen) await checkScreen(acting, others);
  const cameras = others.filter((one) => one.has_camera === 1).length;
  const isLimited = call.engine === 'mesh' && values.has_camera > own.has_camera;
  if (isLimited && cameras >= limits.meshCameras) throw tooManyCameras();
  await changeParticipant(writer, own.id, values);
  // The device may have joined without the permission.
  if (call.engine === 'livekit' && values.has_screen > own.has_screen)
    await queuePublishing(writer, call.id, own.session);
  await emitChangedCall(writer, call);
}

function bitOf(wanted: boolean | undefined, now: number): number {
  if (wanted === undefined) return now;
  return wanted ? 1 : 0;
}

async function checkScreen(acting: ActorContext, others: readonly ParticipantRow[]): Promise<void> {
  if (!(await hasPermission(acting, 'can_share_screen_group')))
    throw badRequest('You do not have permission to share your screen in calls.');
  const sharing = others.find((one) => one.has_screen === 1);
  if (sharing) throw screenTaken(sharing.account_id);
}
