// Adds, changes and removes push devices, inside units of work, and emits the changes.

import { checkOrganizationUrl, type DeviceRow, invalidDevice } from '../../model/push/push-device.ts';
import { deviceAdded, deviceChanged, deviceRemoved } from '../../model/push/push-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  deleteDevices,
  deviceOf,
  devicesOf,
  insertDevice,
  updateDevice,
} from '../../stores/push/device-store.ts';
import { removeTokensOf } from '../../stores/push/token-store.ts';
import { deleteWebSubscriptionsOf } from '../../stores/push/web-subscription-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { forgetNotificationsOf } from './forget-notifications.ts';

/**
 * Adds a device and returns its id. The address is the organization's, as the device reaches it;
 * notifications contain it. @throws `QUOTA_EXCEEDED`
 */
export async function addDevice(writer: Writer, accountId: number, organizationUrl: string): Promise<number> {
  checkOrganizationUrl(organizationUrl);
  await takeQuota(await readCreator(writer, accountId), 'push_devices');
  const id = await insertDevice(writer, accountId, organizationUrl);
  writer.emit(deviceAdded(accountId, id));
  return id;
}

/** Removes a device. @throws if it is not the account's */
export async function removeDevice(writer: Writer, accountId: number, deviceId: number): Promise<void> {
  if (!(await deviceOf(writer, accountId, deviceId))) throw invalidDevice();
  await deleteDevices(writer, [deviceId]);
  await forgetNotificationsOf(writer, accountId);
  writer.emit(deviceRemoved(accountId, deviceId));
}

/** Removes all devices and push subscriptions of an account whose API key was revoked. */
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

/** Changes a device and emits the part of the change that the account's clients can see. */
export async function changeDevice(
  writer: Writer,
  device: DeviceRow,
  changes: Partial<Omit<DeviceRow, 'id' | 'organization_id' | 'account_id'>>,
): Promise<void> {
  await updateDevice(writer, device.id, changes);
  const event = deviceChanged(device, { ...device, ...changes });
  if (event) writer.emit(event);
}
