// Apart from the table of commands, which the browser client loads when it is needed.

/** How a message about its sender begins. A line break instead of the space does not count. */
export const ME_PREFIX = '/me ';
