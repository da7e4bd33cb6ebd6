// The beginning of a delivered reminder, by which the server and the browser client recognize it: a reminder that a person
// has set notifies them at any time.

/** How the text of a reminder from Notification Bot begins. */
export const REMINDER_BEGINNING = 'You requested a reminder for ';
