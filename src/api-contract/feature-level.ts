// The feature level, from which clients know what a server supports.

/** The newest level whose behavior this server implements; announced in `zulip_feature_level`. */
export const FEATURE_LEVEL = 512;

/** The version that existing clients parse; they read the number before the first dash. */
export const API_VERSION = '13.0-parley';
