// Settings for messages: how long they can be changed, how long they are stored, and what is shown with them.

import { boolean, integer, oneOf } from '../../../api-contract/codec.ts';
import { WEEK } from '../../../api-contract/time.ts';
import { gifProviderChoices } from '../../gifs/gif-provider.ts';
import { valueSetting } from '../organization-setting.ts';
import { jitsiServerUrl, oneOfNumbers, retentionDays, timeLimit } from '../organization-setting-codecs.ts';

const owner = { changedBy: 'owner' } as const;

const TEN_MINUTES = 600;

export const messageSettings = {
  allow_message_editing: valueSetting(boolean, true, 'Allow editing messages.'),
  message_content_edit_limit_seconds: valueSetting(
    timeLimit,
    TEN_MINUTES,
    'Maximum age in seconds to edit the content of a message.',
  ),
  message_content_delete_limit_seconds: valueSetting(
    timeLimit,
    TEN_MINUTES,
    'Maximum age in seconds to delete own messages.',
  ),
  move_messages_within_stream_limit_seconds: valueSetting(
    timeLimit,
    WEEK,
    'Maximum age in seconds to move a message to another topic.',
  ),
  move_messages_between_streams_limit_seconds: valueSetting(
    timeLimit,
    WEEK,
    'Maximum age in seconds to move a message to another channel.',
  ),
  message_edit_history_visibility_policy: valueSetting(
    oneOf('all', 'moves', 'none'),
    'all',
    'Which part of the edit history is shown.',
  ),
  message_retention_days: valueSetting(
    retentionDays,
    -1,
    'Days after which messages are deleted; -1: never.',
    owner,
  ),
  topics_policy: valueSetting(
    oneOf('allow_empty_topic', 'disable_empty_topic'),
    'allow_empty_topic',
    'Whether channel messages may have an empty topic.',
  ),
  inline_image_preview: valueSetting(boolean, true, 'Show previews of linked images.'),
  inline_url_embed_preview: valueSetting(boolean, false, 'Show previews of linked websites.'),
  enable_read_receipts: valueSetting(boolean, true, 'Show who has read a message.'),
  gif_rating_policy: valueSetting(
    oneOfNumbers(0, 1, 2, 3, 4),
    1,
    'Highest rating of GIFs: 0 off, 1 G, 2 PG, 3 PG-13, 4 R.',
  ),
  gif_provider: valueSetting(
    oneOf(...gifProviderChoices),
    'none',
    'Service in which people search for GIFs.',
    // `PUT /realm/gif_provider` changes it together with the key.
    { changedBy: 'command' },
  ),
  video_chat_provider: valueSetting(integer({ minimum: 0 }), 1, 'Provider of video calls.'),
  calls_always_relay: valueSetting(
    boolean,
    false,
    'Relay the sound and pictures of calls through a TURN server, so that participants do not learn the network addresses of each other.',
  ),
  jitsi_server_url: valueSetting(
    jitsiServerUrl,
    null,
    "Jitsi server of the organization; null: the server's default.",
  ),
} as const;
