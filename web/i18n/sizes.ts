// Formats file sizes in the page's language.

import { currentLocale } from './texts.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `12 kB`, `3.4 MB`. */
export function fileSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // `byte` has no short form that stands alone.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}
