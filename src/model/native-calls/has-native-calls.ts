// Whether an organization uses Parley's own calls.

import { callProviders } from '../calls/call-providers.ts';
import type { CallOffer } from './call-rules.ts';

/** Whether calls can be held: the server offers them, and the organization has chosen them among the providers. */
export function hasNativeCalls(
  { settings }: { readonly settings: { readonly video_chat_provider: number } },
  { mode }: Pick<CallOffer, 'mode'>,
): boolean {
  return mode !== 'off' && settings.video_chat_provider === callProviders.parley.id;
}
