// Every code of the error envelope, with its status and its meaning for callers. Shown in the API reference.
// A test finds codes that the source uses and that are missing here.

export interface ErrorDescription {
  readonly status: number;
  readonly meaning: string;
  /** Any operation may answer it. Other codes are declared by the operations that do. */
  readonly isGeneral?: true;
}

export const errorDescriptions: Readonly<Record<string, ErrorDescription>> = {
  BAD_REQUEST: {
    status: 400,
    isGeneral: true,
    meaning: 'The request is invalid. The message says what to change.',
  },
  REQUEST_VARIABLE_MISSING: {
    status: 400,
    isGeneral: true,
    meaning: 'A required parameter is missing; `var_name` names it.',
  },
  REQUEST_CONFUSING_VAR: {
    status: 400,
    isGeneral: true,
    meaning: 'A parameter was sent under two of its names. Send only one of them.',
  },
  REQUEST_VARIABLE_INVALID: { status: 400, meaning: 'A parameter has an invalid value.' },
  INVALID_JSON: { status: 400, isGeneral: true, meaning: 'The body is not valid JSON.' },
  UNAUTHORIZED: { status: 401, isGeneral: true, meaning: 'The credentials are missing or malformed.' },
  INVALID_API_KEY: {
    status: 401,
    isGeneral: true,
    meaning: 'The API key is unknown, or belongs to another email address.',
  },
  USER_DEACTIVATED: { status: 401, isGeneral: true, meaning: 'The account is deactivated.' },
  REALM_DEACTIVATED: { status: 401, isGeneral: true, meaning: 'The organization is deactivated.' },
  UNAUTHORIZED_PRINCIPAL: {
    status: 400,
    isGeneral: true,
    meaning: 'The operation is only for administrators or owners.',
  },
  CSRF_FAILED: {
    status: 403,
    isGeneral: true,
    meaning: 'The request comes from a page of another site (CSRF).',
  },
  RECENT_PROOF_REQUIRED: {
    status: 403,
    meaning:
      'The browser session has no recent proof of identity. Give one with `POST /users/me/proof`, or log in again with a provider that `GET /users/me/proof` lists, and repeat the request. Requests with an API key never need a proof.',
  },
  NOT_FOUND: { status: 404, isGeneral: true, meaning: 'Not found.' },
  NONEXISTENT_SUBDOMAIN: { status: 404, isGeneral: true, meaning: 'No organization uses this host name.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    isGeneral: true,
    meaning: 'The method is not allowed; `allowed_methods` lists those that are.',
  },
  REQUEST_TOO_LARGE: { status: 413, isGeneral: true, meaning: 'The body is larger than the limit.' },
  REQUEST_TIMEOUT: { status: 408, isGeneral: true, meaning: 'The body took too long to arrive.' },
  RATE_LIMIT_HIT: {
    status: 429,
    isGeneral: true,
    meaning: 'Too many requests. Try again after `retry-after` seconds.',
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    isGeneral: true,
    meaning: 'The server failed. The cause is in its log.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    isGeneral: true,
    meaning: 'The server is temporarily unavailable. Nothing was changed; try again.',
  },
  AUTHENTICATION_FAILED: { status: 401, meaning: 'The email address or the password is wrong.' },
  PASSWORD_AUTH_DISABLED: { status: 401, meaning: 'Password login is disabled in the organization.' },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    meaning:
      'The password is correct, but the account has two-factor authentication. Also send a code from its authenticator.',
  },
  SECOND_FACTOR_ENROLMENT_REQUIRED: {
    status: 401,
    meaning:
      'The password is correct, but the organization requires two-factor authentication for the role. Set it up in a browser first.',
  },
  SECOND_FACTOR_FAILED: {
    status: 401,
    meaning: 'The code of the second factor is wrong, expired or already used.',
  },
  ANOMALOUS_WEBHOOK_PAYLOAD: {
    status: 400,
    meaning: 'The payload does not match the format of the webhook service; `reason` says where.',
  },
  MISSING_HTTP_EVENT_HEADER: {
    status: 400,
    meaning: 'The header that names the event is missing; `header` is its name.',
  },
  INVALID_WEBHOOK_SIGNATURE: {
    status: 401,
    meaning:
      'The signature is missing, or does not match the secret of the bot. The message says what is wrong.',
  },
  WEBHOOK_REPLAYED: { status: 400, meaning: 'The same signed request was already posted as a message.' },
  BAD_EVENT_QUEUE_ID: {
    status: 400,
    meaning: 'The event queue has expired, or belongs to another account. Register a new one.',
  },
  BAD_IMAGE: { status: 400, meaning: 'The file is not a readable image.' },
  BAD_NARROW: { status: 400, meaning: 'The narrow has an invalid term; `desc` names it.' },
  CANNOT_DEACTIVATE_GROUP_IN_USE: {
    status: 400,
    meaning: 'The group is used by permissions or other groups; `objections` lists them.',
  },
  CANNOT_DEACTIVATE_LAST_USER: {
    status: 400,
    meaning: 'The last account and the last owner cannot be deactivated.',
  },
  CALL_ELSEWHERE: {
    status: 400,
    meaning:
      'You are in a call on another device or in another tab; `call_id` is the call. Join with `take_over` to leave it there.',
  },
  CALL_ENDED: { status: 400, meaning: 'The call has ended.' },
  CALL_FULL: { status: 400, meaning: 'The call has `max_participants` participants.' },
  CALL_SESSION_GONE: {
    status: 400,
    meaning: 'The session is not in the call, or no longer. Join the call again.',
  },
  CALLS_OFF: { status: 400, meaning: 'The organization or the server has no calls.' },
  SCREEN_TAKEN: { status: 400, meaning: 'Another user, `user_id`, shares their screen in the call.' },
  TOO_MANY_CAMERAS: { status: 400, meaning: 'As many cameras are on in the call as are possible.' },
  CHANNEL_ALREADY_EXISTS: { status: 409, meaning: 'Another channel has this name.' },
  EXPECTATION_MISMATCH: {
    status: 400,
    meaning: 'Someone else changed the value. Read it again.',
  },
  FORBIDDEN: { status: 403, meaning: 'The caller may not view the file.' },
  INVALID_VIDEO_CALL_PROVIDER_TOKEN: {
    status: 400,
    meaning: 'The call provider no longer accepts your authorization. Connect your account again.',
  },
  UNKNOWN_ZOOM_USER: { status: 400, meaning: 'The call provider does not know the email address.' },
  GIFS_OFF: { status: 400, meaning: 'The organization has no provider of GIFs, or allows no GIFs.' },
  GIF_KEY_REFUSED: {
    status: 400,
    meaning: "The provider of GIFs does not accept the organization's key.",
  },
  GIF_PROVIDER_BUSY: {
    status: 503,
    meaning: "The provider of GIFs allows no more searches with the organization's key at the moment.",
  },
  GIF_PROVIDER_UNAVAILABLE: {
    status: 503,
    meaning: 'The provider of GIFs cannot be reached, or does not work.',
  },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    status: 400,
    meaning: 'Some of the messages are too old to be moved. The response says how many can be moved.',
  },
  PERMISSION_DENIED: { status: 400, meaning: 'The caller does not have permission to do this.' },
  REACTION_ALREADY_EXISTS: { status: 400, meaning: 'The reaction already exists.' },
  REACTION_DOES_NOT_EXIST: { status: 400, meaning: 'The reaction does not exist.' },
  LENGTH_REQUIRED: {
    status: 411,
    meaning: 'A resumable upload must give the size of the file at the start.',
  },
  INVITATION_FAILED: {
    status: 400,
    meaning: 'Some or all addresses were not invited; `errors` lists them with the reasons.',
  },
  QUOTA_EXCEEDED: {
    status: 400,
    meaning: 'A daily or total quota is used up; `quota` is its name and `limit` its value.',
  },
  INVALID_PUSH_DEVICE_TOKEN: { status: 400, meaning: 'The device is not registered on this server.' },
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: {
    status: 400,
    meaning: 'The device is not registered with the push service.',
  },
  PUSH_SERVICE_NOT_CONFIGURED: { status: 400, meaning: 'Push notifications are not set up on this server.' },
  NO_ACTIVE_PUSH_DEVICE: { status: 400, meaning: 'The account has no device registered for notifications.' },
  ADMIN_ACTION_REQUIRED: {
    status: 403,
    meaning: "The push service rejected the server. An operator must check the server's registration.",
  },
  FAILED_TO_CONNECT_BOUNCER: { status: 502, meaning: 'The push service cannot be reached. Try again later.' },
  INTERNAL_SERVER_ERROR_ON_BOUNCER: { status: 502, meaning: 'The push service failed. Try again later.' },
  REALM_UPLOAD_QUOTA: { status: 400, meaning: 'The storage quota for uploads is used up.' },
  STREAM_DOES_NOT_EXIST: { status: 400, meaning: 'The channel does not exist, or the caller cannot see it.' },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'The caller may not use wildcard mentions in this channel.',
  },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'The caller may not use wildcard mentions in this topic.',
  },
  SYSTEM_GROUP_REQUIRED: { status: 400, meaning: 'The setting only accepts system groups.' },
};
