// Changes the provider of GIFs together with its key, inside a unit of work. The key is in no event and no entry of the
// audit log.

import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { type GifProvider, gifProviders } from '../../model/gifs/gif-provider.ts';
import { organizationSettings } from '../../model/organizations/organization-settings.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { storeGifKey } from '../../stores/gifs/gif-key-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { audit } from '../audit/audit.ts';
import { applySettings, type ConfiguredProviders } from '../organizations/change-settings.ts';

export interface ChosenGifProvider {
  readonly provider: GifProvider | 'none';
  /** Undefined: the stored key stays, which is possible only with the same provider. */
  readonly key: string | undefined;
}

/** Changes the provider, and the key if there is a new one. `keyring` seals it. */
export async function changeGifProvider(
  writer: Writer,
  actor: Account,
  { provider, key }: ChosenGifProvider,
  { keyring, offers }: { readonly keyring: Keyring; readonly offers: ConfiguredProviders },
): Promise<void> {
  const { settings } = await readOrganization(writer);
  if (provider !== 'none' && key === undefined && settings.gif_provider !== provider)
    throw badRequest(`Enter the API key for ${gifProviders[provider]}.`);
  if (provider === 'none') await storeGifKey(writer, keyring, undefined);
  else if (key !== undefined) {
    await storeGifKey(writer, keyring, { provider, key });
    await audit(writer, { kind: 'gif_key_changed', details: { provider: gifProviders[provider] } });
  }
  const declaration = organizationSettings.gif_provider;
  const setting = { name: 'gif_provider', declaration, sent: provider } as const;
  await applySettings(writer, actor, { settings: [setting], renderedDescription: '' }, offers);
}
