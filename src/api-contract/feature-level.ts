// The feature level: the one number by which clients learn what a server can do.

/** The newest level whose behaviour this server follows; announced in `zulip_feature_level`. */
export const FEATURE_LEVEL = 512;

/** The version string that clients of this API family parse; they read the number before the first dash. */
export const API_VERSION = '13.0-parley';
