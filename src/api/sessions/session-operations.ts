// Operations on sessions and proofs of identity.

import { endOwnSession } from './end-own-session.ts';
import { endOwnSessions } from './end-own-sessions.ts';
import { getOwnSessions } from './get-own-sessions.ts';
import { getProofMethods } from './get-proof-methods.ts';
import { giveProof } from './give-proof.ts';

export const sessionOperations = [getOwnSessions, endOwnSession, endOwnSessions, getProofMethods, giveProof];
