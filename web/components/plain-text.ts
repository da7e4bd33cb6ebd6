// The text of a message without its markup.

import { type Clock, dayAndTime, has24Hours } from '../i18n/dates.ts';
import { emojiOfClass } from './rendered-rules.ts';

const EMOJI = /<span [^>]*class="emoji ([^"]*)"[^>]*>([^<]*)<\/span>/g;

const TIME = /<time datetime="([^"]*)">([^<]*)<\/time>/g;

const AUDIO = /<audio [^>]*title="([^"]*)">/g;

const MAX_LENGTH = 200;

const defaultClock = (): Clock => ({ is24Hours: has24Hours(null) });

/** The beginning of the text, at most 200 characters, in one line; times are those of the clock, or of the browser. */
export function plainText(html: string, clock = defaultClock()): string {
  const text = wholePlainText(html, clock);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

/** The whole text, in one line. */
export function wholePlainText(html: string, clock = defaultClock()): string {
  // Tags are removed by a pattern because the HTML parser accepts only trusted HTML here.
  return (
    html
      .replace(EMOJI, (_, name: string, shown: string) => emojiOfClass(name) ?? shown)
      .replace(TIME, (_, time: string, shown: string) => {
        const milliseconds = Date.parse(time);
        return Number.isNaN(milliseconds) ? shown : dayAndTime(milliseconds / 1000, clock);
      })
      .replace(AUDIO, '$1')
      // Formulas are there twice: for screen readers and for display.
      .replace(/<math[^>]*>.*?<\/math>/gs, '')
      .replace(/<(?:br|\/p|\/li|\/div)>/g, ' ')
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
