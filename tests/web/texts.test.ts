// The texts of the client in the chosen language, and dates and times.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { anyErrorText, clientError, errorText } from '../../web/data/error-texts.ts';
import {
  dayKey,
  dayText,
  has24Hours,
  joinNames,
  shortTime,
  timeAgo,
  timeOfDay,
} from '../../web/i18n/dates.ts';
import { chooseLanguage, languageFor, localeFor, t, tParts } from '../../web/i18n/texts.ts';

afterEach(() => chooseLanguage('en'));

test('a count selects the plural form and is formatted for the language', async () => {
  assert.equal(t('common.messages', { count: 1 }), '1 message');
  assert.equal(t('common.messages', { count: 1200 }), '1,200 messages');
  await chooseLanguage('de');
  assert.equal(t('common.messages', { count: 1200 }), '1.200 Nachrichten');
  assert.equal(t('frame.inbox'), 'Eingang');
});

test('if several languages are chosen in sequence, the last one is used', async () => {
  const choices = [chooseLanguage('de'), chooseLanguage('en')];
  assert.deepEqual(await Promise.all(choices), [false, true]);
  assert.equal(t('frame.inbox'), 'Inbox');
  await chooseLanguage('de');
  assert.deepEqual(await Promise.all([chooseLanguage('en'), chooseLanguage('de')]), [false, true]);
  assert.equal(t('frame.inbox'), 'Eingang');
});

test('an error is translated if the client knows its code, otherwise marked as English', async () => {
  await chooseLanguage('de');
  assert.deepEqual(errorText({ code: 'REQUEST_TOO_LARGE', message: 'Too large' }), {
    text: 'Das ist zu groß für den Server.',
  });
  const english = { text: 'You may not.', lang: 'en' };
  assert.deepEqual(errorText({ code: 'BAD_REQUEST', message: 'You may not.' }), english);
  assert.deepEqual(anyErrorText(new Error('You may not.')), english);
  assert.deepEqual(anyErrorText(clientError('GONE')), { text: 'Jemand anders hat das entfernt.' });
});

test('texts of rarely used screens are loaded with the first such screen, and from then on in every language', async () => {
  // As in a separate page: another test file may have loaded them in this process.
  const address = new URL('../../web/i18n/texts.ts?unloaded', import.meta.url).href;
  const page: typeof import('../../web/i18n/texts.ts') = await import(address);
  assert.equal(page.t('widgets.newPoll'), 'widgets.newPoll');
  await page.loadTexts('secondary');
  assert.equal(page.t('widgets.newPoll'), 'New poll');
  await page.chooseLanguage('de');
  assert.equal(page.t('widgets.newPoll'), 'Neue Umfrage');
  assert.equal(page.t('sections.profile'), 'sections.profile');
  await page.loadTexts('administration');
  assert.equal(page.t('sections.profile'), 'Profil');
  assert.equal(page.t('frame.inbox'), 'Eingang');
});

test('lazy texts are in the latest chosen language, in whatever order both are requested', async () => {
  for (let turns = 0; turns <= 20; turns += 1) {
    const address = new URL(`../../web/i18n/texts.ts?turns=${turns}`, import.meta.url).href;
    const page: typeof import('../../web/i18n/texts.ts') = await import(address);
    const chosenLanguage = page.chooseLanguage('de');
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await Promise.all([chosenLanguage, page.loadTexts('secondary')]);
    assert.equal(page.t('widgets.newPoll'), 'Neue Umfrage', `${turns} turns later`);
    const back = page.loadTexts('administration');
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    await Promise.all([back, page.chooseLanguage('en')]);
    assert.equal(page.t('sections.profile'), 'Profile', `${turns} turns later`);
  }
});

test('a value may be an element, and the surrounding text keeps its order', () => {
  const name = { bold: 'Mia' };
  assert.deepEqual(tParts('composer.messageTo', { where: name }), ['Message ', name]);
});

test('values keep their direction in a language that is written from right to left', async () => {
  await chooseLanguage('ar');
  assert.ok(t('composer.messageTo', { where: '#general' }).includes('\u2068#general\u2069'));
  assert.deepEqual(
    tParts('composer.messageTo', { where: { bold: 'Mia' } }).filter((part) => typeof part !== 'string'),
    [{ bold: 'Mia' }],
  );
  await chooseLanguage('en');
  assert.equal(t('composer.messageTo', { where: '#general' }), 'Message #general');
});

test('the setting chooses an available language, the browser its regional variant', () => {
  assert.equal(languageFor('de'), 'de');
  assert.equal(languageFor('de-CH'), 'de');
  assert.equal(languageFor('en-gb'), 'en');
  assert.equal(languageFor('fr_CA'), 'fr');
  assert.equal(languageFor('fi'), 'en');
  assert.equal(languageFor('constructor'), 'en');
  assert.equal(localeFor('de', ['fr-FR', 'de-AT']), 'de-AT');
  assert.equal(localeFor('en', ['fr-FR']), 'en');
});

test('the pseudo-locale marks every text and keeps values', async () => {
  await chooseLanguage('pseudo');
  assert.equal(t('composer.removePerson', { name: 'Mia' }), '⟦Réémöövéé Mia⟧');
});

test('days and times are formatted naturally', async () => {
  const now = new Date(2026, 10, 22, 15, 4).getTime() / 1000;
  const day = 86_400;
  assert.equal(dayText(now, now), 'Today');
  assert.equal(dayText(now - day, now), 'Yesterday');
  assert.equal(dayText(now - 3 * day, now), 'Thursday, November 19');
  assert.equal(dayText(now - 400 * day, now), 'Saturday, October 18, 2025');
  assert.equal(timeOfDay(now, { is24Hours: true }), '15:04');
  assert.equal(timeOfDay(now, { is24Hours: false }).replace(/\s/g, ' '), '3:04 PM');
  assert.equal(timeOfDay(0, { is24Hours: true, timeZone: 'Asia/Kolkata' }), '05:30');
  assert.equal(shortTime(now - 3 * day, now, { is24Hours: true }), 'Nov 19');
  assert.equal(dayKey(now), '2026-11-22');
  assert.equal(has24Hours(null), false);
  assert.equal(timeAgo(now - 30, now), 'now');
  assert.equal(timeAgo(now - 300, now), '5 minutes ago');
  assert.equal(timeAgo(now - day, now), 'yesterday');
  await chooseLanguage('de');
  assert.equal(dayText(now - 3 * day, now), 'Donnerstag, 19. November');
  assert.equal(has24Hours(null), true);
  assert.equal(has24Hours(false), false);
  assert.equal(joinNames(['Mia', 'Max', 'Mona']), 'Mia, Max und Mona');
});
