// Operations on devices and push notifications.

import { addApnsToken } from './add-apns-token.ts';
import { addFcmToken } from './add-fcm-token.ts';
import { e2eeTestNotify } from './e2ee-test-notify.ts';
import { registerClientDevice } from './register-client-device.ts';
import { registerPushDevice } from './register-push-device.ts';
import { removeApnsToken } from './remove-apns-token.ts';
import { removeClientDevice } from './remove-client-device.ts';
import { removeFcmToken } from './remove-fcm-token.ts';
import { testNotify } from './test-notify.ts';

export const pushOperations = [
  registerClientDevice,
  removeClientDevice,
  registerPushDevice,
  e2eeTestNotify,
  testNotify,
  addApnsToken,
  removeApnsToken,
  addFcmToken,
  removeFcmToken,
];
