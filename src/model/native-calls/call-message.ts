// The message about a call: its source and its HTML, which are known without the renderer, so that the unit of work that
// begins or ends a call writes it. A test compares the HTML with what the renderer makes of the source.

import type { ComposedContent } from '../messages/message-content.ts';
import type { CallKind } from './native-call.ts';

/** The path of the page that joins a call. */
function callPath(callId: number): string {
  return `calls/${callId}`;
}

interface CallLink {
  readonly id: number;
  readonly kind: CallKind;
  readonly organization_url: string;
}

const titles: Readonly<Record<CallKind, string>> = { voice: 'Voice call', video: 'Video call' };

/** The message while the call goes on. */
export function liveCallMessage(call: CallLink): ComposedContent {
  return withLink(titles[call.kind], call);
}

/** The message of a call that no one has answered while its caller waits. */
export function missedLiveCallMessage(call: CallLink): ComposedContent {
  return withLink('Missed call', call);
}

/** The message of a call that ended unanswered. */
export function missedCallMessage(): ComposedContent {
  return composed('**Missed call**', '<p><strong>Missed call</strong></p>', 'Missed call', false);
}

/** The message of a call that ended. @param seconds how long it took */
export function endedCallMessage(kind: CallKind, seconds: number, people: number): ComposedContent {
  const rest = `· ${duration(seconds)}, ${people} ${people === 1 ? 'person' : 'people'}`;
  const title = titles[kind];
  return composed(
    `**${title}** ${rest}`,
    `<p><strong>${title}</strong> ${rest}</p>`,
    `${title} ${rest}`,
    false,
  );
}

/** In minutes, and in hours from an hour on; a call of seconds took a minute. */
function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

function withLink(title: string, { id, organization_url }: CallLink): ComposedContent {
  const url = `${organization_url}/${callPath(id)}`;
  return composed(
    `**${title}** · [Join](${url})`,
    `<p><strong>${title}</strong> · <a href="${url}">Join</a></p>`,
    `${title} · Join`,
    true,
  );
}

function composed(source: string, html: string, visibleText: string, hasLink: boolean): ComposedContent {
  return {
    source,
    visibleText,
    alertedIds: [],
    rendered: {
      html,
      mentionedUserIds: [],
      mentionedGroupIds: [],
      mentionsChannel: false,
      mentionsTopic: false,
      hasLink,
      hasImage: false,
      hasAttachment: false,
      uploadPaths: [],
      isMeMessage: false,
      linksForPreview: [],
    },
  };
}
