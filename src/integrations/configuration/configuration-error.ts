// The error for an invalid configuration.

/** The message tells the administrator what to change. */
export class ConfigurationError extends Error {}
