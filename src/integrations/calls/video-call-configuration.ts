// The configured video call providers, read from environment variables or `video-calls.json` in the data
// directory. A variable wins over the file. See docs/guide/video-calls.md.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeDocument, isRecord, jsonText, keysOfPath, mapOf } from '../../api-contract/codec.ts';
import { DEFAULT_JITSI_SERVER } from '../../model/calls/call-providers.ts';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import { readLocatedJson } from '../configuration/located-json.ts';

interface Entry {
  /** The name in the file; the environment variable is this in capitals, prefixed with PARLEY_. */
  readonly name: string;
  readonly kind: 'address' | 'text';
  readonly defaultValue?: string;
}

const webex = {
  clientId: { name: 'webex_client_id', kind: 'text' },
  clientSecret: { name: 'webex_client_secret', kind: 'text' },
  apiUrl: { name: 'webex_api_url', kind: 'address', defaultValue: 'https://webexapis.com/v1/' },
} as const satisfies Readonly<Record<string, Entry>>;

const zoom = {
  clientId: { name: 'zoom_client_id', kind: 'text' },
  clientSecret: { name: 'zoom_client_secret', kind: 'text' },
  oauthUrl: { name: 'zoom_oauth_url', kind: 'address', defaultValue: 'https://zoom.us/' },
  apiUrl: { name: 'zoom_api_url', kind: 'address', defaultValue: 'https://api.zoom.us/v2/' },
} as const satisfies Readonly<Record<string, Entry>>;

const zoomAccount = { name: 'zoom_account_id', kind: 'text' } as const satisfies Entry;

const bigBlueButton = {
  url: { name: 'bigbluebutton_url', kind: 'address' },
  secret: { name: 'bigbluebutton_secret', kind: 'text' },
} as const satisfies Readonly<Record<string, Entry>>;

const constructorGroups = {
  url: { name: 'constructor_groups_url', kind: 'address' },
  accessKey: { name: 'constructor_groups_access_key', kind: 'text' },
  secretKey: { name: 'constructor_groups_secret_key', kind: 'text' },
} as const satisfies Readonly<Record<string, Entry>>;

const nextcloudTalk = {
  url: { name: 'nextcloud_url', kind: 'address' },
  username: { name: 'nextcloud_talk_username', kind: 'text' },
  password: { name: 'nextcloud_talk_password', kind: 'text' },
} as const satisfies Readonly<Record<string, Entry>>;

const jitsi = {
  name: 'jitsi_url',
  kind: 'address',
  defaultValue: DEFAULT_JITSI_SERVER,
} as const satisfies Entry;

const groups = [webex, zoom, bigBlueButton, constructorGroups, nextcloudTalk];
const entries: readonly Entry[] = [
  ...groups.flatMap((group): Entry[] => Object.values(group)),
  zoomAccount,
  jitsi,
];

/** The environment variables that set the same values as the file. */
export const videoCallVariables = entries.map(variableOf);

function variableOf({ name }: Entry): string {
  return `PARLEY_${name.toUpperCase()}`;
}

type Values<G> = { readonly [K in keyof G]: string };

export interface VideoCallConfiguration {
  /** The default Jitsi server; null if only servers that organizations set themselves are used. */
  readonly jitsiUrl: string | null;
  readonly webex: Values<typeof webex> | undefined;
  /** With an account id, all calls are made by that account and users do not authorize access of their own. */
  readonly zoom: (Values<typeof zoom> & { readonly accountId: string | undefined }) | undefined;
  readonly bigBlueButton: Values<typeof bigBlueButton> | undefined;
  readonly constructorGroups: Values<typeof constructorGroups> | undefined;
  readonly nextcloudTalk: Values<typeof nextcloudTalk> | undefined;
}

/** The file in the data directory that holds the providers' credentials. */
export const CONFIGURATION_FILE = 'video-calls.json';
/** The value that turns the default Jitsi server off. */
const NONE = 'none';

async function readConfigurationFile(dataDirectory: string): Promise<Readonly<Record<string, string>>> {
  const file = join(dataDirectory, CONFIGURATION_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const { value, lineOf } = readLocatedJson(file, text);
  const names = isRecord(value) ? Object.keys(value) : [];
  const unknown = names.find((name) => !entries.some((entry) => entry.name === name));
  if (unknown !== undefined)
    throw new ConfigurationError(`${file}, line ${lineOf([unknown])}: "${unknown}" is unknown.`);
  return decodeDocument(mapOf(jsonText), value, ({ path }) => {
    const [name] = keysOfPath(path);
    return name === undefined
      ? new ConfigurationError(`${file} must contain a JSON object.`)
      : new ConfigurationError(`${file}, line ${lineOf([name])}: "${name}" must be a string.`);
  });
}

/** Reads the file and the environment. @throws ConfigurationError for an invalid value */
export async function readVideoCallConfiguration(
  dataDirectory: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<VideoCallConfiguration> {
  return videoCallConfiguration(await readConfigurationFile(dataDirectory), environment);
}

/** The configuration made of the file's values and the environment; a variable wins over the file. */
export function videoCallConfiguration(
  file: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv = {},
): VideoCallConfiguration {
  const value = (entry: Entry): string | undefined => {
    const variable = variableOf(entry);
    const [source, rawValue] = environment[variable]
      ? [variable, environment[variable]]
      : [entry.name, file[entry.name]];
    if (rawValue === undefined || rawValue === '') return entry.defaultValue;
    return entry.kind === 'text' ? rawValue : addressOf(source, rawValue);
  };
  /** All values of a provider; undefined if none is given. @throws ConfigurationError if only some are given */
  const group = <G extends Readonly<Record<string, Entry>>>(declared: G): Values<G> | undefined => {
    const requiredEntries = Object.values(declared).filter((entry) => entry.defaultValue === undefined);
    const missing = requiredEntries.filter((entry) => value(entry) === undefined).map(({ name }) => name);
    if (missing.length === requiredEntries.length) return undefined;
    if (missing.length > 0) throw new ConfigurationError(`Video calls: set ${missing.join(', ')} too.`);
    return Object.fromEntries(
      Object.entries(declared).map(([key, entry]) => [key, value(entry)]),
    ) as Values<G>;
  };
  const forZoom = group(zoom);
  const jitsiUrl = value(jitsi) ?? NONE;
  return {
    jitsiUrl: jitsiUrl === NONE ? null : jitsiUrl.replace(/\/+$/, ''),
    webex: group(webex),
    zoom: forZoom && { ...forZoom, accountId: value(zoomAccount) },
    bigBlueButton: group(bigBlueButton),
    constructorGroups: group(constructorGroups),
    nextcloudTalk: group(nextcloudTalk),
  };
}

/** Checks an address and normalizes it to end with one slash, so that paths can be appended. */
function addressOf(source: string, text: string): string {
  if (text === NONE && source.toLowerCase().endsWith(jitsi.name)) return NONE;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigurationError(`${source} must be an http:// or https:// address, not "${text}".`);
  }
  return `${text.replace(/\/+$/, '')}/`;
}
