// Starts a video call with the organization's provider, and inserts its link.

import { ParleyError } from '../../client/parley-error.ts';
import { errorText } from '../data/error-texts.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import type { Composer } from './composer.ts';
import { conversationName } from './texts.ts';

/** The API's numbers of providers. */
const JITSI = 1;
const ZOOM = 3;
const BIG_BLUE_BUTTON = 4;
const ZOOM_OF_SERVER = 5;
const CONSTRUCTOR_GROUPS = 6;
const NEXTCLOUD_TALK = 7;
const VENDOR = 8;

const DIGITS = 15;
const MAX_NAME_LENGTH = 100;

/** The address of a room with an unguessable name. */
function newRoomAddress(server: string): string {
  const digits = crypto.getRandomValues(new Uint8Array(DIGITS)).map((byte) => byte % 10);
  return `${server.replace(/\/+$/, '')}/${digits.join('')}`;
}

/** Whether video calls are available. */
export function hasCalls({ state }: Organization): boolean {
  const provider = state.realm_video_chat_provider ?? 0;
  return provider === JITSI ? Boolean(state.jitsi_server_url) : provider > JITSI && provider <= VENDOR;
}

async function addressOfCall({ client, state }: Organization, name: string): Promise<string> {
  switch (state.realm_video_chat_provider) {
    case ZOOM:
    case ZOOM_OF_SERVER:
      return (await client.call('create-zoom-call', { is_video_call: true })).url;
    case BIG_BLUE_BUTTON:
      return (await client.call('create-big-blue-button-call', { meeting_name: name })).url;
    case CONSTRUCTOR_GROUPS:
      return (await client.call('create-constructor-groups-call')).url;
    case NEXTCLOUD_TALK:
      return (await client.call('create-nextcloud-talk-call', { room_name: name })).url;
    case VENDOR:
      return (await client.call('create-vendor-call')).url;
    default:
      return newRoomAddress(state.jitsi_server_url ?? '');
  }
}

/** Inserts the link of a new call at the caret; the composer shows errors. @param pageUrl the address of the page */
export async function insertCall(
  organization: Organization,
  composer: Pick<Composer, 'destination' | 'insert' | 'showError'>,
  pageUrl: string,
): Promise<void> {
  const { destination } = composer;
  if (!destination) return;
  const name =
    conversationName(organization.state, destination).slice(0, MAX_NAME_LENGTH) || t('composer.call');
  try {
    const url = new URL(await addressOfCall(organization, name), pageUrl).href;
    composer.insert({ text: `[${t('composer.joinCall')}](${url})`, isBlock: false });
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    composer.showError(errorText(error));
  }
}
