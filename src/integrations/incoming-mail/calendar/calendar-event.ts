// Describes an invitation or event from a mail's calendar as the lines of a message.

import { limits } from '../../../api-contract/limits.ts';
import type { WallTime } from '../../../local-time/wall-time.ts';
import {
  type Component,
  lineOf,
  type Property,
  propertyIn,
  readComponents,
  textOf,
} from './calendar-lines.ts';
import { months, recurrenceText, weekdays } from './recurrence.ts';
import { momentOf, wallTimeOf } from './time-zones.ts';

export interface CalendarEvent {
  /** Markdown: the title, time, place and people. */
  readonly facts: string;
  /** The organizer's description, possibly HTML; may be empty. */
  readonly description: string;
  /**
   * Whether the mail exists for the event: an invitation, a change, a response. Otherwise the event came with
   * a mail about something else.
   */
  readonly isMainContent: boolean;
  /** Whether a program generated the mail's own text with the same facts. */
  readonly isTextGenerated: boolean;
}

const MAXIMUM_NAMES = 10;
const MAXIMUM_LINE = 300;
const SCHEDULING = new Set(['REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'ADD', 'DECLINECOUNTER']);
const answers: Readonly<Record<string, string>> = {
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  TENTATIVE: 'Tentatively accepted',
  DELEGATED: 'Delegated',
};

function truncate(text: string): string {
  const points = [...text];
  return points.length <= MAXIMUM_LINE ? text : `${points.slice(0, MAXIMUM_LINE).join('')}…`;
}

function formatDay(wall: WallTime): string {
  const day = new Date(wall);
  const [weekday, month] = [weekdays[day.getUTCDay()]?.name, months[day.getUTCMonth()]];
  return `${weekday}, ${day.getUTCDate()} ${month} ${day.getUTCFullYear()}`;
}

/** A time that clients show in the viewer's time zone. */
function timeMark(moment: number): string {
  return `<time:${new Date(moment).toISOString().slice(0, 19)}Z>`;
}

function isDay(property: Property): boolean {
  return property.parameters.get('VALUE')?.toUpperCase() === 'DATE' || /^\d{8}$/.test(property.value.trim());
}

/** A date or time as the message shows it, moved by `shift` milliseconds; undefined if it is invalid. */
function formatPoint(property: Property, calendar: Component, shift = 0): string | undefined {
  const wall = wallTimeOf(property.value);
  if (wall === undefined) return undefined;
  if (isDay(property)) return formatDay(wall + shift);
  const zone = property.parameters.get('TZID');
  const isUtc = /Z$/i.test(property.value.trim());
  const moment = isUtc ? wall : zone === undefined ? undefined : momentOf(wall, zone, calendar);
  if (moment !== undefined) return timeMark(moment + shift);
  const clock = new Date(wall + shift).toISOString().slice(11, 16);
  return `${formatDay(wall + shift)}, ${clock} (${zone === undefined ? 'local time' : truncate(zone.replace(/\s+/g, ' '))})`;
}

/** `PT1H30M` in milliseconds. */
function durationOf(text: string): number | undefined {
  const [all, weeks, days, hours, minutes] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:\d{1,7}S)?)?$/i.exec(
      text.trim(),
    ) ?? [];
  if (all === undefined) return undefined;
  const amount = (digits: string | undefined) => Number(digits ?? 0);
  return (((amount(weeks) * 7 + amount(days)) * 24 + amount(hours)) * 60 + amount(minutes)) * 60_000;
}

const DAY_MILLISECONDS = 86_400_000;

function whenOf(event: Component, calendar: Component): string | undefined {
  const start = propertyIn(event, 'DTSTART');
  const startText = start && formatPoint(start, calendar);
  if (!start || startText === undefined) return undefined;
  const end = propertyIn(event, 'DTEND');
  const duration = durationOf(propertyIn(event, 'DURATION')?.value ?? '');
  // The end of an all-day event is the day after its last day.
  const lastDayShift = isDay(start) ? -DAY_MILLISECONDS : 0;
  const endText = end
    ? formatPoint(end, calendar, lastDayShift)
    : duration === undefined
      ? undefined
      : formatPoint(start, calendar, duration + lastDayShift);
  const span = endText === undefined || endText === startText ? startText : `${startText} – ${endText}`;
  return isDay(start) ? `${span} (all day)` : span;
}

function personOf(property: Property): string {
  const name = (property.parameters.get('CN') ?? '').replace(/\s+/g, ' ').trim();
  const address = property.value.replace(/^\s*mailto:/i, '').trim();
  const plainAddress = /^[^\s@\\]{1,100}@[^\s@\\]{1,100}$/.test(address) ? address : '';
  if (name === '' || name === plainAddress) return truncate(plainAddress);
  return plainAddress === '' ? truncate(name) : truncate(`${name} (${plainAddress})`);
}

function attendeesOf(event: Component): string {
  const people = event.properties.filter(({ name }) => name === 'ATTENDEE');
  const isRoom = ({ parameters }: Property) => /^(?:ROOM|RESOURCE)$/i.test(parameters.get('CUTYPE') ?? '');
  const names = people
    .filter((person) => !isRoom(person))
    .map(personOf)
    .filter((name) => name !== '');
  const more = names.length - MAXIMUM_NAMES;
  return `${names.slice(0, MAXIMUM_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function onlineOf(event: Component): string {
  const names = ['X-MICROSOFT-SKYPETEAMSMEETINGURL', 'X-GOOGLE-CONFERENCE', 'CONFERENCE', 'URL'];
  const addresses = names.map((name) => lineOf(propertyIn(event, name)));
  return addresses.find((address) => /^https?:\/\/[^\s<>"]{3,500}$/i.test(address)) ?? '';
}

/** The heading of the message: the change of the event that the mail announces. */
function headingOf(method: string, event: Component): string {
  const isCancelled = /^cancelled$/i.test(lineOf(propertyIn(event, 'STATUS')));
  if (method === 'CANCEL' || isCancelled) return 'Canceled';
  if (method === 'REPLY') {
    const status = propertyIn(event, 'ATTENDEE')?.parameters.get('PARTSTAT')?.toUpperCase() ?? '';
    return (Object.hasOwn(answers, status) ? answers[status] : undefined) ?? 'Answered';
  }
  if (method === 'COUNTER') return 'New time proposed';
  if (method === 'DECLINECOUNTER') return 'Proposed time declined';
  if (method !== 'REQUEST' && method !== 'ADD') return 'Event';
  return Number(propertyIn(event, 'SEQUENCE')?.value ?? 0) > 0 ? 'Updated invitation' : 'Invitation';
}

/** The recurrence in words; empty for a single event. */
function repeatsOf(event: Component): string {
  const rule = propertyIn(event, 'RRULE')?.value;
  if (rule === undefined) return '';
  return recurrenceText(rule, (text) => {
    const wall = wallTimeOf(text);
    return wall === undefined ? undefined : formatDay(wall);
  });
}

/** Reads the event of a calendar and how the mail relates to it; undefined if the text holds no event. */
export function readCalendar(text: string, methodOfPart: string | undefined): CalendarEvent | undefined {
  const [calendar] = readComponents(text.slice(0, limits.incomingCalendarCharacters));
  const events = calendar?.components.filter(({ name }) => name === 'VEVENT') ?? [];
  const event = events.find((event) => !propertyIn(event, 'RECURRENCE-ID')) ?? events[0];
  if (!calendar || !event) return undefined;
  const method = (methodOfPart ?? lineOf(propertyIn(calendar, 'METHOD'))).toUpperCase();
  const organizer = propertyIn(event, 'ORGANIZER');
  const isAnswer = method === 'REPLY' || method === 'COUNTER';
  const others = new Set(events.map((event) => propertyIn(event, 'UID')?.value)).size - 1;
  const facts: readonly (readonly [string, string])[] = [
    ['When', whenOf(event, calendar) ?? ''],
    ['Repeats', repeatsOf(event)],
    ['Where', truncate(lineOf(propertyIn(event, 'LOCATION')))],
    ['Online', onlineOf(event)],
    ['Organizer', organizer ? personOf(organizer) : ''],
    [isAnswer ? 'Reply from' : 'Attendees', attendeesOf(event)],
    ['Comment', truncate(lineOf(propertyIn(event, 'COMMENT')))],
    ['Also in the file', others <= 0 ? '' : others === 1 ? 'one more event' : `${others} more events`],
  ];
  const title = truncate(lineOf(propertyIn(event, 'SUMMARY'))) || 'Untitled event';
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `* **${name}:** ${value}`);
  return {
    facts: [`**${headingOf(method, event)}: ${title}**`, ...lines].join('\n'),
    description: isAnswer ? '' : textOf(propertyIn(event, 'DESCRIPTION')).trim(),
    isMainContent: SCHEDULING.has(method),
    isTextGenerated: /google/i.test(propertyIn(calendar, 'PRODID')?.value ?? ''),
  };
}
