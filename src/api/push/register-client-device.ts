// POST /register_client_device: registers the device that a client runs on.

import { addDevice } from '../../actions/push/change-device.ts';
import { id } from '../../api-contract/codec.ts';
import { writeOperation } from '../operation.ts';
import { requireUnchangedAccess } from '../users/acting-account.ts';

export const registerClientDevice = writeOperation({
  name: 'register-client-device',
  method: 'POST',
  path: '/register_client_device',
  summary: 'Register the device that a client runs on.',
  since: 468,
  access: 'account',
  parameters: {},
  result: { device_id: id },
  async handle({ write, actor, organizationUrl }) {
    const deviceId = await write(async (writer) => {
      await requireUnchangedAccess(writer, actor.account);
      return addDevice(writer, actor.account.id, organizationUrl);
    });
    return { device_id: deviceId };
  },
});
