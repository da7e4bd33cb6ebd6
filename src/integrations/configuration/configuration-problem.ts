// What somebody configured cannot be used.

/** The message says what to change, for whoever starts the server. */
export class ConfigurationProblem extends Error {}
