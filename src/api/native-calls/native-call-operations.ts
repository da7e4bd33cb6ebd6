// Operations on the calls that Parley holds itself.

import { declineCall } from './decline-call.ts';
import { endCallOperation } from './end-call.ts';
import { getCall } from './get-call.ts';
import { getCalls } from './get-calls.ts';
import { getIceServers } from './get-ice-servers.ts';
import { joinCallOperation } from './join-call.ts';
import { leaveCallOperation } from './leave-call.ts';
import { livekitWebhook } from './livekit-webhook.ts';
import { removeFromCallOperation } from './remove-from-call.ts';
import { ringCall } from './ring-call.ts';
import { sendCallSignals } from './send-call-signals.ts';
import { startCallOperation } from './start-call.ts';
import { stayInCall } from './stay-in-call.ts';
import { updateOwnParticipation } from './update-own-participation.ts';

export const nativeCallOperations = [
  getCalls,
  startCallOperation,
  getCall,
  joinCallOperation,
  leaveCallOperation,
  stayInCall,
  updateOwnParticipation,
  sendCallSignals,
  getIceServers,
  ringCall,
  declineCall,
  endCallOperation,
  removeFromCallOperation,
  livekitWebhook,
];
