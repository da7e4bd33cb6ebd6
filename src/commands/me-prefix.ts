// The prefix of `/me` messages. It is not in the table of commands, because the browser client loads that lazily.

/** How a message about its sender begins. A line break instead of the space does not count. */
export const ME_PREFIX = '/me ';
