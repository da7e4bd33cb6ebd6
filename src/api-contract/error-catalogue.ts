// Every code of the error envelope, with its status and its meaning for callers. Shown in the API reference.
// A test finds codes that the source uses and that are missing here.

export interface ErrorDescription {
  readonly status: number;
  readonly meaning: string;
  /** Any operation may answer it. Other codes are declared by the operations that do. */
  readonly isGeneral?: true;
}

export const errorCatalogue: Readonly<Record<string, ErrorDescription>> = {
  BAD_REQUEST: {
    status: 400,
    isGeneral: true,
    meaning: 'The request cannot be done as it is; the message says what to change.',
  },
  REQUEST_VARIABLE_MISSING: {
    status: 400,
    isGeneral: true,
    meaning: 'A parameter that is needed was not sent; `var_name` names it.',
  },
  REQUEST_CONFUSING_VAR: {
    status: 400,
    isGeneral: true,
    meaning: 'A parameter was sent under two of its names; send one of them.',
  },
  REQUEST_VARIABLE_INVALID: { status: 400, meaning: 'A parameter has a value that it cannot have.' },
  INVALID_JSON: { status: 400, isGeneral: true, meaning: 'A body that should be JSON is none.' },
  UNAUTHORIZED: { status: 401, isGeneral: true, meaning: 'No credentials, or none that could be read.' },
  INVALID_API_KEY: {
    status: 401,
    isGeneral: true,
    meaning: 'The key belongs to nobody, or not to this address.',
  },
  USER_DEACTIVATED: { status: 401, isGeneral: true, meaning: 'The account is deactivated.' },
  REALM_DEACTIVATED: { status: 401, isGeneral: true, meaning: 'The organization is deactivated.' },
  UNAUTHORIZED_PRINCIPAL: {
    status: 400,
    isGeneral: true,
    meaning: 'The operation is for administrators or owners.',
  },
  CSRF_FAILED: {
    status: 403,
    isGeneral: true,
    meaning: "A page of another site had a browser send this; send it from the server's own page.",
  },
  RECENT_PROOF_REQUIRED: {
    status: 403,
    meaning:
      'The session of a browser is not enough: prove who you are by `POST /users/me/proof`, or at a provider that `GET /users/me/proof` names, and send the request again. Requests with an API key are never asked.',
  },
  NOT_FOUND: { status: 404, isGeneral: true, meaning: 'There is nothing at this address.' },
  NONEXISTENT_SUBDOMAIN: { status: 404, isGeneral: true, meaning: 'No organization has this host name.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    isGeneral: true,
    meaning: 'The address knows other methods; `allowed_methods` lists them.',
  },
  REQUEST_TOO_LARGE: { status: 413, isGeneral: true, meaning: 'The body is larger than the server takes.' },
  REQUEST_TIMEOUT: { status: 408, isGeneral: true, meaning: 'The body took too long to arrive.' },
  RATE_LIMIT_HIT: {
    status: 429,
    isGeneral: true,
    meaning: 'Too many requests; try again after `retry-after` seconds.',
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    isGeneral: true,
    meaning: 'A fault of the server; its administrators find it in the log.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    isGeneral: true,
    meaning: 'Nothing was changed; the same request may work in a moment.',
  },
  AUTHENTICATION_FAILED: { status: 401, meaning: 'Wrong address or wrong password.' },
  PASSWORD_AUTH_DISABLED: { status: 401, meaning: 'The organization does not let people in by password.' },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    meaning:
      'The password is right, and the account has two-factor log-in: send a code of its authenticator too.',
  },
  SECOND_FACTOR_ENROLMENT_REQUIRED: {
    status: 401,
    meaning:
      'The password is right, and the organization requires two-factor log-in of the role: it has to be switched on first, with a browser.',
  },
  SECOND_FACTOR_FAILED: {
    status: 401,
    meaning: 'The code of the second factor is wrong, too old, or was used already.',
  },
  ANOMALOUS_WEBHOOK_PAYLOAD: {
    status: 400,
    meaning:
      'The request does not look like one of the service that the address is for; `reason` says where.',
  },
  MISSING_HTTP_EVENT_HEADER: {
    status: 400,
    meaning: 'The header is missing in which the service of the address names its event; `header` names it.',
  },
  INVALID_WEBHOOK_SIGNATURE: {
    status: 401,
    meaning:
      'The request is not signed by the secret that is set on the bot; the message says what is wrong.',
  },
  WEBHOOK_REPLAYED: { status: 400, meaning: 'The same signed request has become a message already.' },
  BAD_EVENT_QUEUE_ID: {
    status: 400,
    meaning: 'The event queue is gone or belongs to somebody else; register a new one.',
  },
  BAD_IMAGE: { status: 400, meaning: 'The file is no picture that can be read.' },
  BAD_NARROW: { status: 400, meaning: 'A term of the narrow cannot be understood; `desc` says which.' },
  CANNOT_DEACTIVATE_GROUP_IN_USE: {
    status: 400,
    meaning: 'The group stands in permissions or other groups; `objections` lists them.',
  },
  CANNOT_DEACTIVATE_LAST_USER: { status: 400, meaning: 'The last account, or the last owner, must stay.' },
  CHANNEL_ALREADY_EXISTS: { status: 409, meaning: 'Another channel has this name.' },
  EXPECTATION_MISMATCH: {
    status: 400,
    meaning: 'The value was changed by somebody else in between; read it again.',
  },
  FORBIDDEN: { status: 403, meaning: 'The page may not be used in this way.' },
  INVALID_VIDEO_CALL_PROVIDER_TOKEN: {
    status: 400,
    meaning: 'The provider of calls no longer accepts the access that was given; give it again.',
  },
  UNKNOWN_ZOOM_USER: { status: 400, meaning: 'The provider of calls does not know the address.' },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    status: 400,
    meaning: 'Some of the messages are too old to be moved; the answer says how many can be.',
  },
  PERMISSION_DENIED: { status: 400, meaning: 'The caller may not do this.' },
  REACTION_ALREADY_EXISTS: { status: 400, meaning: 'The reaction is there already.' },
  REACTION_DOES_NOT_EXIST: { status: 400, meaning: 'There is no such reaction.' },
  LENGTH_REQUIRED: {
    status: 411,
    meaning: 'An upload in parts must say at its start how large the file is.',
  },
  INVITATION_FAILED: {
    status: 400,
    meaning: 'Some or all addresses were not invited; `errors` says which and why.',
  },
  QUOTA_EXCEEDED: {
    status: 400,
    meaning:
      'A quota allows no more of this, now or at all; `quota` names it and `limit` says how much it allows.',
  },
  INVALID_PUSH_DEVICE_TOKEN: { status: 400, meaning: 'This server does not know the device.' },
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: { status: 400, meaning: 'The push service does not know the device.' },
  PUSH_SERVICE_NOT_CONFIGURED: { status: 400, meaning: 'The server has no push service to send through.' },
  NO_ACTIVE_PUSH_DEVICE: { status: 400, meaning: 'The account has no device that gets notifications.' },
  ADMIN_ACTION_REQUIRED: {
    status: 403,
    meaning:
      "The push service refuses the server; its administrators must look at the server's registration.",
  },
  FAILED_TO_CONNECT_BOUNCER: { status: 502, meaning: 'The push service cannot be reached; try again later.' },
  INTERNAL_SERVER_ERROR_ON_BOUNCER: { status: 502, meaning: 'The push service failed; try again later.' },
  REALM_UPLOAD_QUOTA: { status: 400, meaning: 'The room for uploads is used up.' },
  STREAM_DOES_NOT_EXIST: { status: 400, meaning: 'There is no such channel, or the caller cannot see it.' },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'The caller may not mention everybody in this channel.',
  },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'The caller may not mention everybody in this topic.',
  },
  SYSTEM_GROUP_REQUIRED: { status: 400, meaning: 'The setting takes one of the built-in groups only.' },
};
