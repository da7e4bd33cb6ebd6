// PATCH /realm: the organization's name and settings. Only what differs is changed and told.

import { audit } from '../../actions/audit/audit.ts';
import { valueChange } from '../../actions/audit/changes.ts';
import { applySettings } from '../../actions/organizations/change-settings.ts';
import { badRequest, ownerRequired } from '../../contract/error.ts';
import { Role } from '../../model/accounts/roles.ts';
import { organizationSettingChanged } from '../../model/organizations/events.ts';
import { causedBy, renderForOrganization } from '../../sight/rendering/rendering.ts';
import type { Writer } from '../../storage/session.ts';
import { shortNameProblem } from '../../stores/organizations/short-names.ts';
import {
  readOrganization,
  updateOrganization as storeOrganization,
} from '../../stores/organizations/store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting.ts';
import { endGuestQueues } from './guest-queues.ts';
import {
  changeableSettings,
  nameParameters,
  settingParameters,
  settingResults,
} from './setting-parameters.ts';

async function auditName(
  writer: Writer,
  property: 'name' | 'string_id',
  change: { readonly old: string; readonly new: string },
): Promise<void> {
  await audit(writer, { kind: 'organization_setting_changed', details: valueChange(property, change) });
}

async function changeName(writer: Writer, name: string | undefined): Promise<boolean> {
  const organization = await readOrganization(writer);
  if (name === undefined || name === organization.name) return false;
  await auditName(writer, 'name', { old: organization.name, new: name });
  await storeOrganization(writer, { name });
  writer.emit(organizationSettingChanged('name', name));
  return true;
}

/** The short name is no part of addresses here; it is only what messages name the organization by. */
async function changeShortName(writer: Writer, name: string | undefined): Promise<boolean> {
  const organization = await readOrganization(writer);
  if (name === undefined || name === organization.stringId) return false;
  if (!organization.isDemo) throw badRequest('Must be a demo organization.');
  const problem = await shortNameProblem(writer, name);
  if (problem) throw badRequest(problem);
  await auditName(writer, 'string_id', { old: organization.stringId, new: name });
  await storeOrganization(writer, { string_id: name });
  writer.emit({
    type: '_changed',
    audience: { kind: 'nobody' },
    payload: {},
    touches: { organization: true },
  });
  return true;
}

/** Refuses settings that only owners change, whatever value was sent. */
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
    const sent: Readonly<Record<string, unknown>> = values;
    const settings = changeableSettings
      .map((setting) => ({ ...setting, sent: sent[setting.name] }))
      .filter((setting) => setting.sent !== undefined);
    const { organizationUrl, services } = context;
    const description = typeof sent.description === 'string' ? sent.description : '';
    // As visitors see it, who are shown it before they log in.
    const rendered = await renderForOrganization(context, description, causedBy(undefined));
    return context.write(async (writer) => {
      const hasName = await changeName(writer, values.name);
      const hasShortName = await changeShortName(writer, values.string_id);
      const before = await readOrganization(writer);
      const actor = await actingAccount(writer, context.actor.account.id);
      const changed = await applySettings(
        writer,
        actor,
        { settings, renderedDescription: rendered.html },
        { callProviders: services.videoCalls.offered, signIn: services.signIn },
      );
      await endGuestQueues(writer, before, await readOrganization(writer));
      const answer = Object.entries(changed).map(([name, value]) => [
        name,
        typeof value === 'string' ? 'updated' : value,
      ]);
      return {
        ...(hasName && { name: 'updated' }),
        ...(hasShortName && { string_id: 'updated', realm_uri: organizationUrl, realm_url: organizationUrl }),
        ...Object.fromEntries(answer),
      };
    });
  },
});
