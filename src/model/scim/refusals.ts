// What SCIM refuses, in its own words (RFC 7644, section 3.12).

import { ApiError } from '../../api-contract/error.ts';

/** The kinds of bad requests that the protocol has words for. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal in the protocol's own form; its sentence says what to change. */
export function scimRefusal(status: number, scimType: ScimType | undefined, detail: string): ApiError {
  return new ApiError(status, 'SCIM', detail, scimType === undefined ? {} : { scimType });
}

/** 400: a value that cannot be taken. */
export function invalidValue(detail: string): ApiError {
  return scimRefusal(400, 'invalidValue', detail);
}

/** 404: there is no such resource, or none that is told of here. */
export function noSuchResource(id: string): ApiError {
  return scimRefusal(404, undefined, `There is no resource "${id}".`);
}
