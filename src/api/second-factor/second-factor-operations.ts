// Operations on second factors.

import { addOwnPasskey } from './add-passkey.ts';
import { requestOwnPasskey } from './ask-for-passkey.ts';
import { beginPasskey } from './begin-passkey.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { endOwnAuthenticator } from './end-own-authenticator.ts';
import { endOwnSecondFactor } from './end-own-second-factor.ts';
import { getOwnSecondFactor } from './get-own-second-factor.ts';
import { getSecondFactor } from './get-second-factor.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { removePasskey } from './remove-passkey.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { updatePasskey } from './update-passkey.ts';

export const secondFactorOperations = [
  getOwnSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  endOwnAuthenticator,
  beginPasskey,
  addOwnPasskey,
  requestOwnPasskey,
  updatePasskey,
  removePasskey,
  makeRecoveryCodes,
  endOwnSecondFactor,
  getSecondFactor,
  removeSecondFactor,
];
