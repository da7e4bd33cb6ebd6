// Why the screen cannot be shared: browsers have one error for a person who chose none and for one who may not.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openCamera, openScreen } from '../../../web/calls/camera-and-screen.ts';
import { cameraProfile } from '../../../web/calls/engine/camera-profile.ts';
import { DeviceError } from '../../../web/lib/device-error.ts';

const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');

/** A browser that answers with this error, and knows whether sharing is forbidden if `state` is set. */
function browser(error: Error, state?: PermissionState): void {
  const fail = () => Promise.reject(error);
  const query = async ({ name }: { readonly name: string }) => {
    if (!state) throw new TypeError('not a permission');
    return { state: name === 'display-capture' ? state : 'granted' };
  };
  const value = {
    mediaDevices: { getDisplayMedia: fail, getUserMedia: fail },
    permissions: { query },
  };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value });
  Object.defineProperty(globalThis, 'isSecureContext', { configurable: true, value: true });
}

afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'navigator', before);
  Reflect.deleteProperty(globalThis, 'isSecureContext');
});

async function problemOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => assert.fail('it was opened'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof DeviceError, String(error));
  return `${error.medium} ${error.problem}`;
}

const screenOf = (name: string, message = '', state?: PermissionState) => {
  browser(new DOMException(message, name), state);
  return problemOf(openScreen());
};

test('who chooses no screen is no problem, who may not choose one is', async () => {
  assert.equal(await screenOf('NotAllowedError', 'Permission denied', 'prompt'), 'screen cancelled');
  assert.equal(await screenOf('NotAllowedError', 'The request is not allowed'), 'screen cancelled');
  assert.equal(await screenOf('NotAllowedError', 'Permission denied', 'denied'), 'screen refused');
  assert.equal(await screenOf('SecurityError'), 'screen refused');
});

test('the system may refuse it, and there may be nothing to share', async () => {
  assert.equal(await screenOf('NotAllowedError', 'Permission denied by system', 'prompt'), 'screen busy');
  assert.equal(await screenOf('NotReadableError', 'Could not start video source'), 'screen busy');
  assert.equal(await screenOf('NotFoundError'), 'screen missing');
});

test('a camera that is refused is told apart from a screen', async () => {
  browser(new DOMException('Permission denied', 'NotAllowedError'), 'denied');
  assert.equal(await problemOf(openCamera(cameraProfile(1, false))), 'camera refused');
});

test('a fault of the client is none of the device', async () => {
  const fault = new TypeError('a fault');
  browser(fault);
  await assert.rejects(openScreen(), fault);
});
