// The type of a table of expected errors: for each operation, how its valid call is changed and what is answered then.

import type { Json } from '../../support/client.ts';
import type { UploadedFiles } from '../calls/call.ts';
import type { Caller, World } from '../world.ts';

export interface ExpectedError {
  /** What is wrong, to complete "it refuses …". */
  readonly what: string;
  /** Replaces the valid call's caller. */
  readonly by?: Caller;
  /** Replaces or adds parameters of the valid call; undefined values are not sent. */
  readonly with?: (world: World) => Json;
  /** Replaces the files of the valid call. */
  readonly files?: UploadedFiles;
  /** 400 by default. */
  readonly status?: number;
  /** `BAD_REQUEST` by default. */
  readonly code?: string;
  readonly msg: string | ((world: World) => string);
}

/** By operation name. */
export type ExpectedErrors = Readonly<Record<string, readonly ExpectedError[]>>;

/** An id that does not exist. */
export const UNKNOWN_ID = 999_999;

const INVALID_MESSAGE = 'Invalid message(s)';
export const INVALID_CHANNEL = 'Invalid channel ID';
export const NO_SUCH_USER = 'No such user';
export const NO_PERMISSION = 'Insufficient permission';
export const NO_GUESTS = 'Not allowed for guest users';

/** A message that does not exist, belongs to the other organization, was deleted, or is invisible to the caller. */
export function unreachableMessages(parameter = 'message_id'): ExpectedError[] {
  const expectedError = (what: string, id: (world: World) => number): ExpectedError => ({
    what,
    by: 'mel',
    with: (world) => ({ [parameter]: parameter === 'messages' ? [id(world)] : id(world) }),
    msg: INVALID_MESSAGE,
  });
  return [
    expectedError('an unknown message', () => UNKNOWN_ID),
    expectedError("the other organization's message", ({ foreignIds }) => foreignIds.message),
    expectedError('a deleted message', ({ ids }) => ids.deleted),
    expectedError('a message of a channel that the caller cannot see', ({ ids }) => ids.secret),
    {
      what: 'a message in a channel that the guest is not subscribed to',
      by: 'gus',
      with: ({ ids }) => ({ [parameter]: parameter === 'messages' ? [ids.message] : ids.message }),
      msg: INVALID_MESSAGE,
    },
    {
      what: 'a direct message between other people',
      by: 'max',
      with: ({ ids }) => ({ [parameter]: parameter === 'messages' ? [ids.direct] : ids.direct }),
      msg: INVALID_MESSAGE,
    },
  ];
}

/** A channel that does not exist, belongs to the other organization, or is invisible to the caller. */
export function unreachableChannels(by: Caller = 'mel', msg = INVALID_CHANNEL): ExpectedError[] {
  const expectedError = (what: string, id: (world: World) => number, caller: Caller): ExpectedError => ({
    what,
    by: caller,
    with: (world) => ({ stream_id: id(world) }),
    msg,
  });
  return [
    expectedError('an unknown channel', () => UNKNOWN_ID, by),
    expectedError("the other organization's channel", ({ foreignIds }) => foreignIds.channel, by),
    ...(by === 'olive'
      ? []
      : [
          expectedError(
            'a private channel that the caller is not in',
            ({ channel }) => channel('leadership'),
            by,
          ),
        ]),
    ...(by === 'olive'
      ? []
      : [
          expectedError(
            'a public channel that the guest is not in',
            ({ channel }) => channel('general'),
            'gus',
          ),
        ]),
  ];
}

/** An account that does not exist, or belongs to the other organization. */
export function unknownPeople(parameter = 'user_id', msg = NO_SUCH_USER): ExpectedError[] {
  return [
    { what: 'an unknown user', with: () => ({ [parameter]: UNKNOWN_ID }), msg },
    {
      what: 'a user of the other organization',
      with: ({ foreignIds }) => ({ [parameter]: foreignIds.person }),
      msg,
    },
  ];
}

/** A personal thing that does not exist, or belongs to the other organization or another account. */
export function notOwn(
  parameter: string,
  kind: keyof World['foreignIds'],
  answer: Pick<ExpectedError, 'msg' | 'status' | 'code'>,
): ExpectedError[] {
  return [
    { what: 'an unknown id', with: () => ({ [parameter]: UNKNOWN_ID }), ...answer },
    {
      what: 'an id of the other organization',
      with: ({ foreignIds }) => ({ [parameter]: foreignIds[kind] }),
      ...answer,
    },
    { what: 'an id of another account', by: 'mia', ...answer },
  ];
}
