// PUT /realm/gif_provider: chooses the provider of GIFs and sets its key. No operation returns the key.

import { changeGifProvider } from '../../actions/gifs/change-gif-provider.ts';
import { matchingText, oneOf } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { GIF_KEY, gifProviderChoices } from '../../model/gifs/gif-provider.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const setGifProvider = writeOperation({
  name: 'set-gif-provider',
  method: 'PUT',
  path: '/realm/gif_provider',
  summary: 'Choose the service in which people search for GIFs.',
  access: 'administrator',
  errors: ['GIF_KEY_REFUSED', 'GIF_PROVIDER_UNAVAILABLE'],
  parameters: {
    provider: required(
      oneOf(...gifProviderChoices),
      'The service; `none` turns GIFs off and deletes the key.',
    ),
    api_key: optionally(
      matchingText(GIF_KEY, 'an API key: 8 to 200 letters, digits, hyphens and underscores'),
      "The organization's key; the service is asked whether it accepts it. Required when the service changes; otherwise the stored key stays.",
    ),
  },
  result: {},
  async handle(context, { provider, api_key: key }) {
    const { services, state } = context;
    if (provider === 'none' && key !== undefined)
      throw badRequest('Send api_key only with a provider that needs one.');
    if (provider !== 'none' && key !== undefined)
      await services.gifs.check({ organizationId: state.organization.id, provider, key });
    await context.write(async (writer) => {
      const actor = await actingAccount(writer, context.actor.account.id);
      const offers = {
        callProviders: services.videoCalls.available,
        hasRelay: services.calls.offer.hasRelay,
        signIn: services.signIn,
      };
      const { keyring } = services;
      await changeGifProvider(writer, actor, { provider, key }, { keyring, offers });
    });
    return {};
  },
});
