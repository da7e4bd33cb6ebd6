// `organization settings`: shows or changes settings as PATCH /realm does, acting as the organization's first owner.

import { applySettings } from '../../actions/organizations/change-settings.ts';
import { endGuestQueues } from '../../api/organization/guest-queues.ts';
import {
  changeableSettings,
  type SettingParameter,
  settingParameters,
} from '../../api/organization/setting-parameters.ts';
import { isRecord } from '../../api-contract/codec.ts';
import { configuredCalls } from '../../integrations/calls/configured-calls.ts';
import { readVideoCallConfiguration } from '../../integrations/calls/video-call-configuration.ts';
import { ConfigurationError } from '../../integrations/configuration/configuration-error.ts';
import { openSignIn, readSignInFile } from '../../integrations/sign-in/sign-in-file.ts';
import { Role } from '../../model/accounts/roles.ts';
import { noSignIn, type SignIn } from '../../model/sign-in/provider-clients.ts';
import { causedBy, renderForOrganization } from '../../queries/rendering/rendering.ts';
import { OrganizationState } from '../../queries/state/organization-state.ts';
import { decodeParameters } from '../../server/http/decode-parameters.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { type CommandContext, type CommandOutput, organizationCommand } from '../organization-command.ts';
import { UsageError } from '../usage.ts';

export const organizationSettingsCommand = organizationCommand({
  name: 'organization settings',
  parameters: ['[NAME]', '[VALUE]'],
  help: `Prints all settings or one, or changes one to a value.
  NAME                 a parameter of PATCH /realm; its page under /api/ describes them
  VALUE                plain text for text parameters, JSON for others
`,
  async run(context) {
    const [name, value] = context.positionals;
    if (name === undefined) return show(context, changeableSettings);
    const setting = changeableSettings.find((setting) => setting.name === name);
    if (!setting)
      throw new UsageError(
        `Unknown setting "${name}". Run the command without a name to list all settings.`,
        2,
      );
    if (value !== undefined) await change(context, setting, value);
    return show(context, [setting]);
  },
});

async function show(
  { reader }: CommandContext,
  settings: readonly SettingParameter[],
): Promise<CommandOutput> {
  const organization = await readOrganization(reader);
  const values = settings.map(({ name }) => [name, organization.settings[name]] as const);
  return {
    text: values.map(([name, value]) => `${name} ${JSON.stringify(value)}\n`).join(''),
    json: Object.fromEntries(values),
  };
}

async function change(context: CommandContext, setting: SettingParameter, value: string): Promise<void> {
  const { name } = setting;
  const decodedValue = decodeParameters(settingParameters, new Map([[name, value]]), {})[name];
  if (decodedValue === undefined) throw new UsageError(`${name} needs a value.`, 2);
  const renderedDescription = name === 'description' ? await renderDescription(context, value) : '';
  const configuration = await readVideoCallConfiguration(context.dataDirectory, process.env);
  const calls = configuredCalls(configuration, true);
  const signIn = name === 'authentication_methods' ? await signInFor(decodedValue) : noSignIn;
  // The command does not know the flags of the server.
  const offers = { callProviders: calls.available, hasRelay: true, signIn };
  await context.write(async (writer) => {
    const before = await readOrganization(writer);
    const owner = (await readAccounts(writer)).find(
      ({ role, isActive, isBot }) => role === Role.owner && isActive && !isBot,
    );
    if (!owner) throw new UsageError('The organization has no active owner.');
    await applySettings(
      writer,
      owner,
      { settings: [{ ...setting, sent: decodedValue }], renderedDescription },
      offers,
    );
    await endGuestQueues(writer, before, await readOrganization(writer));
  });
}

/**
 * The login methods to choose from. An unreadable configuration file must not prevent turning methods on:
 * this command is the last resort if that file locks everyone out.
 */
async function signInFor(methods: unknown): Promise<SignIn> {
  try {
    return await openSignIn(await readSignInFile(process.env.PARLEY_SIGN_IN || undefined));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const isSwitchedOff = !isRecord(methods) || Object.values(methods).includes(false);
    if (isSwitchedOff) throw error;
    return noSignIn;
  }
}

/** The HTML of the description as anonymous viewers see it. */
async function renderDescription({ database, reader }: CommandContext, description: string): Promise<string> {
  const state = await OrganizationState.load(reader, await database.sequence(reader));
  const source = { state, reader, organizationUrl: '' };
  return (await renderForOrganization(source, description, causedBy(undefined))).html;
}
