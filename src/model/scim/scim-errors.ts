// Errors in SCIM's own form (RFC 7644, section 3.12).

import { ApiError } from '../../api-contract/error.ts';

/** The protocol's types of bad requests. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** An error in the protocol's form. `detail` states what to change. */
export function scimError(status: number, scimType: ScimType | undefined, detail: string): ApiError {
  return new ApiError(status, 'SCIM', detail, scimType === undefined ? {} : { scimType });
}

/** 400: a value that is not accepted. */
export function invalidValue(detail: string): ApiError {
  return scimError(400, 'invalidValue', detail);
}

/** 404: the resource does not exist, or is not visible to SCIM. */
export function resourceNotFound(id: string): ApiError {
  return scimError(404, undefined, `The resource "${id}" does not exist.`);
}
