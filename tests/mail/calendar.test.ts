// Calendars in incoming mail: invitations as Outlook, Google, Apple and others write them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCalendar } from '../../src/integrations/incoming-mail/calendar/calendar-event.ts';
import { recurrenceText } from '../../src/integrations/incoming-mail/calendar/recurrence.ts';
import { bodyOf } from '../../src/integrations/incoming-mail/message-text.ts';
import { assertLinear } from '../support/growth.ts';
import { withLimit } from '../support/with-limit.ts';
import { addressFor, newest, startMailServer } from './support.ts';

/** The rules that Outlook writes for a custom zone: an hour ahead of UTC, two in summer. */
const OWN_ZONE = `BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`;

function calendar(
  event: string,
  { method = 'REQUEST', before = '', product = '-//Example//EN' } = {},
): string {
  const head = `BEGIN:VCALENDAR\nPRODID:${product}\nVERSION:2.0\nMETHOD:${method}\n${before}\n`;
  return `${head}BEGIN:VEVENT\nUID:1@example.org\nSUMMARY:Harbour\n${event}\nEND:VEVENT\nEND:VCALENDAR\n`.replaceAll(
    '\n',
    '\r\n',
  );
}

function factsOf(event: string, options?: Parameters<typeof calendar>[1]): string[] {
  return readCalendar(calendar(event, options), undefined)?.facts.split('\n') ?? [];
}

function timeLineOf(event: string, before = ''): string | undefined {
  return factsOf(event, { before })
    .find((line) => line.startsWith('* **When:** '))
    ?.slice('* **When:** '.length);
}

test('an invitation is described: what, when, where and with whom', () => {
  const event = `DTSTART;TZID=W. Europe Standard Time:20261102T100000
DTEND;TZID=W. Europe Standard Time:20261102T110000
LOCATION:Pier 3\\, second
  floor
ORGANIZER;CN=Olive Owner:mailto:olive@example.com
ATTENDEE;CN="Mel; Member";PARTSTAT=NEEDS-ACTION:MAILTO:mel@example.com
ATTENDEE;CN=mia@example.com:mailto:mia@example.com
ATTENDEE;CUTYPE=ROOM;CN=Pier 3:mailto:pier@example.com
DESCRIPTION:Bring a coat.\\n\\nOlive
SEQUENCE:0`;
  assert.deepEqual(factsOf(event), [
    '**Invitation: Harbour**',
    '* **When:** <time:2026-11-02T09:00:00Z> – <time:2026-11-02T10:00:00Z>',
    '* **Where:** Pier 3, second floor',
    '* **Organizer:** Olive Owner (olive@example.com)',
    '* **Attendees:** Mel; Member (mel@example.com), mia@example.com',
  ]);
  assert.equal(readCalendar(calendar(event), undefined)?.description, 'Bring a coat.\n\nOlive');
});

describe('the method of an event', () => {
  const start = 'DTSTART:20261102T090000Z\n';
  const cases: [string, string, string, string][] = [
    ['invited', 'REQUEST', '', '**Invitation: Harbour**'],
    ['changed', 'REQUEST', 'SEQUENCE:2', '**Updated invitation: Harbour**'],
    ['canceled', 'CANCEL', '', '**Canceled: Harbour**'],
    ['canceled by its status', 'REQUEST', 'STATUS:CANCELLED', '**Canceled: Harbour**'],
    ['accepted', 'REPLY', 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:mel@example.com', '**Accepted: Harbour**'],
    ['declined', 'REPLY', 'ATTENDEE;PARTSTAT=DECLINED:mailto:mel@example.com', '**Declined: Harbour**'],
    [
      'tentatively accepted',
      'REPLY',
      'ATTENDEE;PARTSTAT=TENTATIVE:mailto:mel@example.com',
      '**Tentatively accepted: Harbour**',
    ],
    [
      'answered with an unknown status',
      'REPLY',
      'ATTENDEE;PARTSTAT=constructor:mailto:mel@example.com',
      '**Answered: Harbour**',
    ],
    ['answered with another time', 'COUNTER', '', '**New time proposed: Harbour**'],
    ['published', 'PUBLISH', '', '**Event: Harbour**'],
  ];
  for (const [name, method, more, title] of cases)
    test(`gives ${title} when it is ${name}`, () =>
      assert.equal(factsOf(start + more, { method })[0], title));

  test('a reply names the attendee and their comment', () => {
    const event = `${start}ATTENDEE;PARTSTAT=DECLINED;CN=Mel:mailto:mel@example.com\nCOMMENT:At sea.`;
    assert.deepEqual(factsOf(event, { method: 'REPLY' }).slice(2), [
      '* **Reply from:** Mel (mel@example.com)',
      '* **Comment:** At sea.',
    ]);
  });
});

describe('the time of an event', () => {
  const moment = '<time:2026-11-02T09:00:00Z>';
  const cases: [string, string, string | undefined][] = [
    ['in UTC', 'DTSTART:20261102T090000Z', moment],
    ['in a named zone', 'DTSTART;TZID=Europe/Berlin:20261102T100000', moment],
    ['in summer', 'DTSTART;TZID=Europe/Berlin:20260702T110000', '<time:2026-07-02T09:00:00Z>'],
    [
      'in a named zone with the prefix of a program',
      'DTSTART;TZID=/example.org/20070129_1/Europe/Berlin:20261102T100000',
      moment,
    ],
    ['in a Windows zone', 'DTSTART;TZID=Eastern Standard Time:20261102T040000', moment],
    ['in another Windows zone', 'DTSTART;TZID="India Standard Time":20261102T143000', moment],
    ['in Mexico', 'DTSTART;TZID=Central Standard Time (Mexico):20261102T030000', moment],
    [
      'with an end',
      'DTSTART:20261102T090000Z\nDTEND:20261102T093000Z',
      `${moment} – <time:2026-11-02T09:30:00Z>`,
    ],
    [
      'with a duration',
      'DTSTART:20261102T090000Z\nDURATION:PT1H30M',
      `${moment} – <time:2026-11-02T10:30:00Z>`,
    ],
    [
      'with a duration of a week, two days, three hours and four minutes',
      'DTSTART:20261102T090000Z\nDURATION:P1W2DT3H4M5S',
      `${moment} – <time:2026-11-11T12:04:00Z>`,
    ],
    [
      'with a duration of many days, hours and minutes',
      'DTSTART:20261102T090000Z\nDURATION:+P10DT25H100M',
      `${moment} – <time:2026-11-13T11:40:00Z>`,
    ],
    ['with an invalid duration', 'DTSTART:20261102T090000Z\nDURATION:1H', moment],
    [
      'for whole days, with a duration',
      'DTSTART:20261102\nDURATION:P2D',
      'Monday, 2 November 2026 – Tuesday, 3 November 2026 (all day)',
    ],
    ['in the last minute of a day', 'DTSTART:20261102T235900', 'Monday, 2 November 2026, 23:59 (local time)'],
    ['with an hour that does not exist', 'DTSTART:20261102T240000Z', undefined],
    ['with a minute that does not exist', 'DTSTART:20261102T096000Z', undefined],
    ['on a day that does not exist', 'DTSTART:20260230T090000Z', undefined],
    ['on the last day of February', 'DTSTART:20280229T090000Z', '<time:2028-02-29T09:00:00Z>'],
    [
      'for a day',
      'DTSTART;VALUE=DATE:20261102\nDTEND;VALUE=DATE:20261103',
      'Monday, 2 November 2026 (all day)',
    ],
    ['for a day without an end', 'DTSTART;VALUE=DATE:20261102', 'Monday, 2 November 2026 (all day)'],
    [
      'for some days',
      'DTSTART;VALUE=DATE:20261102\nDTEND;VALUE=DATE:20261105',
      'Monday, 2 November 2026 – Wednesday, 4 November 2026 (all day)',
    ],
    ['in local time', 'DTSTART:20261102T090000', 'Monday, 2 November 2026, 09:00 (local time)'],
    [
      'in a zone that is not known',
      'DTSTART;TZID=Atlantis:20261102T090000',
      'Monday, 2 November 2026, 09:00 (Atlantis)',
    ],
    ['at an invalid time', 'DTSTART:20261332T090000Z', undefined],
    ['without a start', 'LOCATION:x', undefined],
  ];
  for (const [name, event, expected] of cases) test(name, () => assert.equal(timeLineOf(event), expected));

  const ruleCases: [string, string, string][] = [
    ['in winter', '20261102T100000', moment],
    ['in summer', '20260702T110000', '<time:2026-07-02T09:00:00Z>'],
    ['on the last day of winter', '20260328T100000', '<time:2026-03-28T09:00:00Z>'],
    ['on the first day of summer', '20260329T110000', '<time:2026-03-29T09:00:00Z>'],
    ['on the last day of summer', '20261024T110000', '<time:2026-10-24T09:00:00Z>'],
    ['on the first day of winter', '20261025T100000', '<time:2026-10-25T09:00:00Z>'],
  ];
  /** Summer time began for the last time on 30 March 2025. */
  const abolished = (until: string) => OWN_ZONE.replace('BYMONTH=3', `BYMONTH=3;UNTIL=${until}`);
  for (const until of ['20250330', '20250330T010000Z'])
    test(`by the rules of the calendar, without summer time after ${until}`, () => {
      const at = (local: string) =>
        timeLineOf(`DTSTART;TZID=Customized Time Zone:${local}`, abolished(until));
      assert.equal(at('20250702T110000'), '<time:2025-07-02T09:00:00Z>');
      assert.equal(at('20260702T110000'), '<time:2026-07-02T10:00:00Z>');
    });

  for (const [name, local, expected] of ruleCases) {
    test(`by the rules of the calendar, ${name}`, () =>
      assert.equal(timeLineOf(`DTSTART;TZID=Customized Time Zone:${local}`, OWN_ZONE), expected));
  }
});

test('a recurring event with a moved date is described as the recurring event', () => {
  const event = (more: string) => `BEGIN:VEVENT\nUID:1@example.org\nSUMMARY:Harbour\n${more}\nEND:VEVENT\n`;
  const movedEvent = event('RECURRENCE-ID:20261109T090000Z\nDTSTART:20261109T120000Z');
  const all = event('DTSTART:20261102T090000Z\nRRULE:FREQ=WEEKLY');
  for (const events of [movedEvent + all, all + movedEvent]) {
    const text = `BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:REQUEST\n${events}END:VCALENDAR\n`;
    assert.match(readCalendar(text, undefined)?.facts ?? '', /2026-11-02T09:00:00Z.*\n.*every week/);
  }
});

describe('the recurrence of an event', () => {
  const cases: [string, string][] = [
    ['FREQ=DAILY', 'every day'],
    ['FREQ=DAILY;INTERVAL=2;COUNT=10', 'every 2 days, 10 times'],
    ['FREQ=WEEKLY;BYDAY=MO', 'every week on Monday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=MO', 'every 2 weeks on Tuesday and Thursday'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every week on Monday to Friday'],
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T225959Z', 'every week on Monday, until Thursday'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'every month on the second Tuesday'],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', 'every month on the first weekday'],
    ['FREQ=MONTHLY;BYMONTHDAY=15', 'every month on day 15'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day'],
    ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=2', 'every year on day 2 in November'],
    ['freq=weekly;byday=su', 'every week on Sunday'],
    ['FREQ=HOURLY', 'repeatedly (see the attached file)'],
    ['FREQ=WEEKLY;BYHOUR=9', 'repeatedly (see the attached file)'],
    ['FREQ=MONTHLY;BYDAY=9XX', 'repeatedly (see the attached file)'],
    ['FREQ=constructor', 'repeatedly (see the attached file)'],
    ['', 'repeatedly (see the attached file)'],
  ];
  for (const [rule, words] of cases)
    test(rule || 'no rule', () =>
      assert.equal(
        recurrenceText(rule, (text) => (text && 'Thursday') || undefined),
        words,
      ),
    );

  test('is shown below the time', () => {
    const lines = factsOf('DTSTART:20261102T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T225959Z');
    assert.equal(lines[2], '* **Repeats:** every week on Monday, until Thursday, 31 December 2026');
  });
});

describe('the text of the message', () => {
  const text = calendar('DTSTART:20261102T090000Z\nDESCRIPTION:Bring a coat.');
  const mail = (
    event = readCalendar(text, 'REQUEST'),
    more: { text?: string; html?: string; subject?: string } = {},
  ) =>
    bodyOf(
      { from: 'Ann <ann@example.org>', subject: 'Harbour', text: undefined, html: undefined, ...more, event },
      new Set(),
      'Markdown',
    );
  const facts = readCalendar(text, 'REQUEST')?.facts;

  test('is the invitation with its description, even if the mail has no text', () => {
    assert.equal(mail(), `${facts}\n\nBring a coat.`);
    assert.equal(mail(undefined, { html: '<p></p>' }), `${facts}\n\nBring a coat.`);
    assert.equal(mail(undefined, { text: 'Harbour, Monday, Pier 3' }), `${facts}\n\nBring a coat.`);
  });

  test('is the invitation with the mail’s text if it has no description', () => {
    const bare = readCalendar(calendar('DTSTART:20261102T090000Z'), 'REQUEST');
    assert.equal(mail(bare, { text: 'Bring two.' }), `${bare?.facts}\n\nBring two.`);
    const google = readCalendar(
      calendar('DTSTART:20261102T090000Z', { product: '-//Google Inc//Google Calendar//EN' }),
      'REQUEST',
    );
    assert.equal(mail(google, { text: 'You have been invited …' }), google?.facts);
  });

  test('starts with the text of a person who forwards it, or attaches a calendar', () => {
    assert.equal(mail(undefined, { text: 'Come along!', subject: 'FW: Harbour' }), `Come along!\n\n${facts}`);
    const attached = readCalendar(text.replace('METHOD:REQUEST', 'METHOD:PUBLISH'), undefined);
    assert.equal(mail(attached, { text: 'Here it is.' }), `Here it is.\n\n${attached?.facts}`);
  });

  test('has no HTML tags of a description', () => {
    const event = readCalendar(calendar('DESCRIPTION:<p>Bring <b>a</b> coat.</p><br>Olive'), 'REQUEST');
    assert.match(mail(event), /\n\nBring a coat\.\nOlive$/);
  });
});

describe('by mail', async () => {
  const server = await startMailServer();
  const mel = await server.as('mel');
  const to = (
    await addressFor(mel, (await mel.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id)
  ).replace('.show-sender', '');
  const content = calendar('DTSTART:20261102T090000Z\nLOCATION:Pier 3');

  test('an invitation is posted with its file', async () => {
    await server.send({
      to,
      subject: 'Harbour',
      text: 'Harbour at Pier 3',
      icalEvent: { method: 'REQUEST', content },
    });
    const { content: postedContent } = await newest(mel);
    assert.match(
      postedContent,
      /^\*\*Invitation: Harbour\*\*\n\* \*\*When:\*\* <time:2026-11-02T09:00:00Z>\n\* \*\*Where:\*\* Pier 3\n\nHarbour at Pier 3\n\n\[invite\.ics\]\(\/user_uploads\/\S+\)$/,
    );
  });

  test('a mail that is only a calendar is posted too', async () => {
    const raw = `From: ann@example.org\r\nTo: ${to}\r\nSubject: Cancelled\r\nContent-Type: text/calendar; method=CANCEL; charset=utf-8\r\n\r\n${content}`;
    await server.send({ envelope: { from: 'ann@example.org', to: [to] }, raw });
    assert.match((await newest(mel)).content, /^\*\*Canceled: Harbour\*\*\n[\s\S]*\n\n\[invite\.ics\]\(/);
  });

  test('a calendar after another file is found, by either of its types', async () => {
    for (const contentType of ['text/calendar', 'application/ics']) {
      const attachments = [
        { filename: 'notes.txt', content: 'some notes' },
        { filename: 'pier.ics', content, contentType },
      ];
      await server.send({ to, subject: contentType, text: 'Here it is.', attachments });
      assert.match(
        (await newest(mel)).content,
        /^Here it is\.\n\n\*\*Invitation: Harbour\*\*\n/,
        contentType,
      );
    }
  });

  test('a calendar that a person attaches follows their text', async () => {
    const attachments = [{ filename: 'pier.ics', content, contentType: 'text/calendar' }];
    await server.send({ to, subject: 'Harbour', text: 'Here it is.', attachments });
    assert.match(
      (await newest(mel)).content,
      /^Here it is\.\n\n\*\*Invitation: Harbour\*\*\n[\s\S]*\n\n\[pier\.ics\]\(/,
    );
  });
});

describe('any input', () => {
  test('without a calendar or an event has no description', () => {
    for (const text of [
      '',
      'BEGIN:VCALENDAR',
      'BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:x\nEND:VTODO\nEND:VCALENDAR',
      ':;"=\n:',
    ])
      assert.equal(readCalendar(text, 'REQUEST'), undefined);
  });

  test('has truncated names and lines, and counts people beyond ten', () => {
    const people = Array.from({ length: 25 }, (_, index) => `ATTENDEE:mailto:p${index}@example.org`).join(
      '\n',
    );
    const lines = factsOf(`LOCATION:${'x'.repeat(1000)}\n${people}`);
    assert.equal(lines[1], `* **Where:** ${'x'.repeat(300)}…`);
    assert.match(lines[2] ?? '', /^\* \*\*Attendees:\*\* p0@example\.org, .* and 15 more$/);
  });

  test('cannot inject a line', () => {
    const lines = factsOf('LOCATION:a\\n* **When:** never\nORGANIZER;CN="a\tb":mailto:x\\n@y');
    assert.deepEqual(lines.slice(1), ['* **Where:** a * **When:** never', '* **Organizer:** a b']);
  });

  test('bound incomingCalendarCharacters: is read up to that length', async () => {
    const text = calendar('DTSTART:20261102T090000Z');
    const start = text.indexOf('BEGIN:VEVENT');
    const cut = await withLimit('incomingCalendarCharacters', start, async () =>
      readCalendar(text, 'REQUEST'),
    );
    assert.equal(cut, undefined);
    assert.ok(readCalendar(text, 'REQUEST'));
  });

  const parts = [
    'BEGIN:VEVENT\n',
    'BEGIN:VTIMEZONE\n',
    'END:VEVENT\n',
    ' folded\n',
    'ATTENDEE;CN=x:mailto:a@b\n',
    ';"',
    ':',
    'A;B=C:D\n',
    '\\',
  ];
  for (const part of parts) {
    test(`with many ${JSON.stringify(part)} takes linear time`, () =>
      assertLinear(
        (text) => readCalendar(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${text}`, undefined),
        part,
        100_000,
      ));
  }

  test('damaged anywhere is read or ignored', () => {
    const whole = calendar(
      `DTSTART;TZID=Customized Time Zone:20261102T100000\nRRULE:FREQ=MONTHLY;BYDAY=2TU;UNTIL=20271231\nDURATION:P1DT2H\nATTENDEE;CN="x":mailto:a@example.org`,
      { before: OWN_ZONE },
    );
    const junk = ['', '9', ';', ':', '"', '-', '\n', '\u0000', '99999999', 'FREQ=', '😀'];
    for (let at = 0; at < whole.length; at++) {
      const damaged = whole.slice(0, at) + junk[at % junk.length] + whole.slice(at + 1 + (at % 7));
      const facts = readCalendar(damaged, 'REQUEST')?.facts ?? '**';
      assert.ok(facts.startsWith('**') && !/NaN|undefined|Invalid/.test(facts), `${at}: ${facts}`);
    }
  });
});
