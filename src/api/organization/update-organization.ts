// PATCH /realm: changes the organization's name and settings. Only actual changes are stored and emitted.

import { audit } from '../../actions/audit/audit.ts';
import { valueChange } from '../../actions/audit/changes.ts';
import { applySettings } from '../../actions/organizations/change-settings.ts';
import { badRequest, ownerRequired } from '../../api-contract/error.ts';
import { Role } from '../../model/accounts/roles.ts';
import { organizationSettingChanged } from '../../model/organizations/organization-events.ts';
import { causedBy, renderForOrganization } from '../../queries/rendering/rendering.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  readOrganization,
  updateOrganization as storeOrganization,
} from '../../stores/organizations/organization-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { endGuestQueues } from './guest-queues.ts';
import {
  changeableSettings,
  nameParameters,
  settingParameters,
  settingResults,
} from './setting-parameters.ts';

async function auditName(
  writer: Writer,
  change: { readonly old: string; readonly new: string },
): Promise<void> {
  await audit(writer, { kind: 'organization_setting_changed', details: valueChange('name', change) });
}

async function changeName(writer: Writer, name: string | undefined): Promise<boolean> {
  const organization = await readOrganization(writer);
  if (name === undefined || name === organization.name) return false;
  await auditName(writer, { old: organization.name, new: name });
  await storeOrganization(writer, { name });
  writer.emit(organizationSettingChanged('name', name));
  return true;
}

/**
 * Rejects a new short name: it is not part of the address here, so changing it would not change the address
 * as callers expect.
 */
async function refuseShortName(writer: Writer, name: string | undefined): Promise<void> {
  const { stringId } = await readOrganization(writer);
  if (name === undefined || name === stringId) return;
  throw badRequest(
    'The short name cannot be changed. The address of the organization is its host, which the operator can change with the command "organization host".',
  );
}

/** Rejects settings that only owners may change, whatever their values. */
function checkOwnerOnly(context: WriteContext): void {
  if (context.actor.account.role <= Role.owner) return;
  const isSent = changeableSettings.some(
    ({ name, declaration }) => declaration.changedBy === 'owner' && context.sent.has(name),
  );
  if (isSent || context.sent.has('string_id')) throw ownerRequired();
}

export const updateOrganization = writeOperation({
  name: 'update-organization',
  method: 'PATCH',
  path: '/realm',
  summary: "Change the organization's name and settings.",
  access: 'administrator',
  needsRecentProof: { when: { authentication_methods: 'any', second_factor_required_for: 'any' } },
  errors: ['EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED', 'REQUEST_VARIABLE_INVALID'],
  parameters: { ...nameParameters, ...settingParameters },
  result: settingResults,
  async handle(context, values) {
    checkOwnerOnly(context);
    const sentSettings: Readonly<Record<string, unknown>> = values;
    const settings = changeableSettings
      .map((setting) => ({ ...setting, sent: sentSettings[setting.name] }))
      .filter((setting) => setting.sent !== undefined);
    const { services } = context;
    const description = typeof sentSettings.description === 'string' ? sentSettings.description : '';
    // The description is rendered as for anonymous viewers, who see it before they log in.
    const rendered = await renderForOrganization(context, description, causedBy(undefined));
    return context.write(async (writer) => {
      const hasName = await changeName(writer, values.name);
      await refuseShortName(writer, values.string_id);
      const before = await readOrganization(writer);
      const actor = await actingAccount(writer, context.actor.account.id);
      const changed = await applySettings(
        writer,
        actor,
        { settings, renderedDescription: rendered.html },
        {
          callProviders: services.videoCalls.available,
          hasRelay: services.calls.offer.hasRelay,
          signIn: services.signIn,
        },
      );
      await endGuestQueues(writer, before, await readOrganization(writer));
      const answer = Object.entries(changed).map(([name, value]) => [
        name,
        typeof value === 'string' ? 'updated' : value,
      ]);
      return {
        ...(hasName && { name: 'updated' }),
        ...Object.fromEntries(answer),
      };
    });
  },
});
