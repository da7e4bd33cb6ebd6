// Changes settings of an organization inside a unit of work: makes the checks that need the database, stores the
// settings that differ, and emits one event for each to everyone.

import { isDeepStrictEqual } from 'node:util';
import { badRequest } from '../../api-contract/error.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { AvailableProviders } from '../../model/calls/call-providers.ts';
import { maySeeChannelMetadata } from '../../model/channels/channel-access.ts';
import type { PermissionUpdate } from '../../model/groups/permission-rules.ts';
import type { PermissionSetting } from '../../model/groups/permission-setting.ts';
import {
  availableMethods,
  mergedMethods,
  wireMethods,
} from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import {
  isSingleSetting,
  organizationChanged,
  organizationSettingChanged,
  type SettingValue,
} from '../../model/organizations/organization-events.ts';
import type { OrganizationSetting } from '../../model/organizations/organization-setting.ts';
import {
  type OrganizationSettingName,
  organizationSettings,
} from '../../model/organizations/organization-settings.ts';
import type { SignIn } from '../../model/sign-in/provider-clients.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext, UnitContext } from '../../stores/actor-context.ts';
import { channelMembershipNow } from '../../stores/channel-access/channel-membership.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { validateSettingChange, visibleSetting } from '../../stores/groups/validate-setting.ts';
import { recordJobDone } from '../../stores/job-marks/job-mark-store.ts';
import { fullMemberEvents } from '../../stores/organizations/full-members.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { changeSettings } from '../../stores/organizations/setting-store.ts';
import { audit } from '../audit/audit.ts';
import { channelChange, permissionChange, valueChange } from '../audit/changes.ts';
import { channelVisibilityBefore, emitChannelVisibility } from '../channels/group-visibility.ts';

/** A setting with the client's value: a decoded value, or `{new, old}` for permissions. */
export interface SentSetting {
  readonly name: OrganizationSettingName;
  readonly declaration: OrganizationSetting;
  readonly sent: unknown;
}

export interface SentSettings {
  readonly settings: readonly SentSetting[];
  /** The HTML of a description that was sent. */
  readonly renderedDescription: string;
}

interface Change {
  readonly name: OrganizationSettingName;
  readonly value: unknown;
  /** The value as clients read it. */
  readonly wire: unknown;
}

async function checkChannel(
  acting: ActorContext,
  name: OrganizationSettingName,
  channelId: number,
): Promise<void> {
  if (channelId < 0) return;
  const channel = await channelById(acting.writer, channelId);
  const membership = channel && (await channelMembershipNow(acting, channel));
  if (!channel || channel.isArchived || !membership || !maySeeChannelMetadata(channel, membership)) {
    throw badRequest('Invalid channel ID');
  }
  if (name === 'moderation_request_channel_id' && !channel.isPrivate) {
    throw badRequest('Moderation request channel must be private.');
  }
}

async function permissionChangeFor(
  { writer, organization }: UnitContext,
  name: OrganizationSettingName,
  permission: PermissionSetting,
  update: PermissionUpdate,
): Promise<Change | undefined> {
  const oldValue = organization.settings[name] as GroupSettingValue;
  const value = await validateSettingChange(
    writer,
    organization,
    { name, setting: permission, oldValue },
    update,
  );
  if (value === undefined) return undefined;
  return { name, value, wire: await visibleSetting(writer, organization, value) };
}

/** The server's configured options, from which an organization chooses. */
export interface ConfiguredProviders {
  readonly callProviders: AvailableProviders;
  /** Whether there is a TURN server for calls. */
  readonly hasRelay: boolean;
  readonly signIn: SignIn;
}

/** The change for a sent value; undefined if it equals the current value. */
async function changeFor(
  acting: ActorContext,
  setting: SentSetting,
  { callProviders, signIn, hasRelay }: ConfiguredProviders,
): Promise<Change | undefined> {
  const { organization } = acting;
  const { name, declaration, sent } = setting;
  if (declaration.kind === 'group') {
    return permissionChangeFor(acting, name, declaration.permission, sent as PermissionUpdate);
  }
  if (name === 'authentication_methods') {
    const offered = availableMethods(organization, signIn);
    const value = mergedMethods(organization.settings.authentication_methods, sent, offered);
    if (isDeepStrictEqual(value, organization.settings.authentication_methods)) return undefined;
    return { name, value, wire: wireMethods(value, offered) };
  }
  if (isDeepStrictEqual(sent, organization.settings[name])) return undefined;
  if (declaration.kind === 'channel') {
    await checkChannel(acting, name, Number(sent));
  }
  if (name === 'video_chat_provider' && !Object.values(callProviders).some(({ id }) => id === sent)) {
    throw badRequest(`Invalid video_chat_provider ${sent}`);
  }
  if (name === 'calls_always_relay' && sent === true && !hasRelay)
    throw badRequest('Calls can be relayed only through a TURN server. The server has none (--turn-url).');
  return { name, value: sent, wire: sent };
}

function changedEvent(name: OrganizationSettingName, wire: unknown, renderedDescription: string): NewEvent {
  // The setting's own codec decoded the value, so it has the setting's type.
  if (isSingleSetting(name)) return organizationSettingChanged(name, wire as SettingValue);
  return organizationChanged({
    [name]: wire,
    ...(name === 'description' && { rendered_description: renderedDescription }),
    ...(name === 'topics_policy' && { mandatory_topics: wire === 'disable_empty_topic' }),
  });
}

async function auditSetting(
  writer: Writer,
  { settings }: Organization,
  property: OrganizationSettingName,
  value: unknown,
): Promise<void> {
  const change = { old: settings[property], new: value };
  const { kind } = organizationSettings[property];
  const details =
    kind === 'group'
      ? permissionChange(property, change as { old: GroupSettingValue; new: GroupSettingValue })
      : kind === 'channel'
        ? channelChange(property, change)
        : valueChange(property, change);
  await audit(writer, { kind: 'organization_setting_changed', details });
}

/** Applies the settings that differ; returns the new values by name, as clients read them. */
export async function applySettings(
  writer: Writer,
  actor: Account,
  { settings, renderedDescription }: SentSettings,
  configured: ConfiguredProviders,
): Promise<Readonly<Record<string, unknown>>> {
  const organization = await readOrganization(writer);
  const changes: Change[] = [];
  for (const setting of settings) {
    const change = await changeFor({ writer, organization, account: actor }, setting, configured);
    if (change) changes.push(change);
  }
  if (changes.length === 0) return {};
  const changesWaitingPeriod = changes.some(({ name }) => name === 'waiting_period_threshold');
  const fullMembers = organization.systemGroupIds['role:fullmembers'];
  const visibility = changesWaitingPeriod ? await channelVisibilityBefore(writer, fullMembers) : [];
  await changeSettings(writer, Object.fromEntries(changes.map(({ name, value }) => [name, value])));
  for (const { name, value, wire } of changes) {
    await auditSetting(writer, organization, name, value);
    writer.emit(changedEvent(name, wire, renderedDescription));
    if (name === 'waiting_period_threshold') {
      for (const event of await fullMemberEvents(writer, organization, Number(wire))) writer.emit(event);
      // From here on the job emits the members whose waiting period ends.
      await recordJobDone(writer, 'full-members', writer.now);
      await emitChannelVisibility(writer, visibility);
    }
  }
  return Object.fromEntries(changes.map(({ name, wire }) => [name, wire]));
}
