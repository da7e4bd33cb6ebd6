// Creates the video call providers that this server is configured for.

import {
  type AvailableProviders,
  callProviders,
  type PersonalProviderKey,
} from '../../model/calls/call-providers.ts';
import type { PersonalCalls, VideoCalls } from '../../model/calls/video-calls.ts';
import { HttpClient } from '../http/http-client.ts';
import { BigBlueButtonMeetings } from './big-blue-button.ts';
import { ConstructorGroupsCalls } from './constructor-groups.ts';
import { NextcloudTalkRooms } from './nextcloud-talk.ts';
import type { VideoCallConfiguration } from './video-call-configuration.ts';
import { WebexCalls } from './webex.ts';
import { PersonalZoomCalls, ServerZoomCalls } from './zoom.ts';

function offeredBy(configuration: VideoCallConfiguration, hasNativeCalls: boolean): AvailableProviders {
  const { zoom } = configuration;
  return {
    disabled: callProviders.disabled,
    jitsi_meet: callProviders.jitsi_meet,
    ...(zoom && zoom.accountId === undefined && { zoom: callProviders.zoom }),
    ...(zoom?.accountId !== undefined && { zoom_server_to_server: callProviders.zoom_server_to_server }),
    ...(configuration.bigBlueButton && { big_blue_button: callProviders.big_blue_button }),
    ...(configuration.constructorGroups && { constructor_groups: callProviders.constructor_groups }),
    ...(configuration.nextcloudTalk && { nextcloud_talk: callProviders.nextcloud_talk }),
    ...(configuration.webex && { webex: callProviders.webex }),
    ...(hasNativeCalls && { parley: callProviders.parley }),
  };
}

/** All addresses of the configuration, including defaults. */
function addresses({
  webex,
  zoom,
  bigBlueButton,
  constructorGroups,
  nextcloudTalk,
}: VideoCallConfiguration): string[] {
  const all = [
    webex?.apiUrl,
    zoom?.apiUrl,
    zoom?.oauthUrl,
    bigBlueButton?.url,
    constructorGroups?.url,
    nextcloudTalk?.url,
  ];
  return all.filter((url) => url !== undefined);
}

/** @param hasNativeCalls whether the server offers Parley's own calls too */
export function configuredCalls(configuration: VideoCallConfiguration, hasNativeCalls: boolean): VideoCalls {
  const http = new HttpClient(addresses(configuration));
  const { webex, zoom, bigBlueButton, constructorGroups, nextcloudTalk, jitsiUrl } = configuration;
  const personal: Partial<Record<PersonalProviderKey, PersonalCalls>> = {
    ...(webex && { webex: new WebexCalls(http, webex) }),
    ...(zoom && zoom.accountId === undefined && { zoom: new PersonalZoomCalls(http, zoom) }),
  };
  return {
    available: offeredBy(configuration, hasNativeCalls),
    jitsiServer: jitsiUrl,
    personal: (provider) => personal[provider],
    zoomServerToServer:
      zoom?.accountId === undefined ? undefined : new ServerZoomCalls(http, zoom, zoom.accountId),
    constructorGroups: constructorGroups && new ConstructorGroupsCalls(http, constructorGroups),
    nextcloudTalk: nextcloudTalk && new NextcloudTalkRooms(http, nextcloudTalk),
    bigBlueButton: bigBlueButton && new BigBlueButtonMeetings(http, bigBlueButton),
  };
}
