// How devices come, change and go, inside units of work, and what clients are told of it.

import { checkOrganizationUrl, type DeviceRow, invalidDevice } from '../../model/push/device.ts';
import { deviceAdded, deviceChanged, deviceRemoved } from '../../model/push/push-events.ts';
import type { Writer } from '../../storage/session.ts';
import {
  deleteDevices,
  deviceOf,
  devicesOf,
  insertDevice,
  updateDevice,
} from '../../stores/push/device-store.ts';
import { removeTokensOf } from '../../stores/push/token-store.ts';
import { deleteWebSubscriptionsOf } from '../../stores/push/web-subscription-store.ts';
import { creatorIn, takeQuota } from '../../stores/quotas/take-quota.ts';
import { forgetNotificationsOf } from './forget-notifications.ts';

/**
 * Adds a device of a person and gives its id; refuses when they have very many. The address is the organization's, as
 * the device reaches it: notifications name it.
 */
export async function addDevice(writer: Writer, accountId: number, organizationUrl: string): Promise<number> {
  checkOrganizationUrl(organizationUrl);
  await takeQuota(await creatorIn(writer, accountId), 'push_devices');
  const id = await insertDevice(writer, accountId, organizationUrl);
  writer.emit(deviceAdded(accountId, id));
  return id;
}

/** Removes a device; refuses one that is not the person's. */
export async function removeDevice(writer: Writer, accountId: number, deviceId: number): Promise<void> {
  if (!(await deviceOf(writer, accountId, deviceId))) throw invalidDevice();
  await deleteDevices(writer, [deviceId]);
  await forgetNotificationsOf(writer, accountId);
  writer.emit(deviceRemoved(accountId, deviceId));
}

/** Removes all that a person is notified on, whose key to the API has died. */
export async function removeDevicesOf(writer: Writer, accountId: number): Promise<void> {
  await removeTokensOf(writer, accountId);
  await deleteWebSubscriptionsOf(writer, accountId);
  const devices = await devicesOf(writer, accountId);
  await deleteDevices(
    writer,
    devices.map(({ id }) => id),
  );
  await forgetNotificationsOf(writer, accountId);
  for (const { id } of devices) writer.emit(deviceRemoved(accountId, id));
}

/** Changes a device and tells its person's clients what they can see of it. */
export async function changeDevice(
  writer: Writer,
  device: DeviceRow,
  changes: Partial<Omit<DeviceRow, 'id' | 'organization_id' | 'account_id'>>,
): Promise<void> {
  await updateDevice(writer, device.id, changes);
  const event = deviceChanged(device, { ...device, ...changes });
  if (event) writer.emit(event);
}
