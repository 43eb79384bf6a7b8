import { saveFile } from '../ui/saveFile.ts';

export const saveCsv = (name: string, csv: string): void => saveFile(name, csv, 'text/csv');

const dayAndTime = new Intl.DateTimeFormat('tr-TR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Istanbul',
});
/** An instant as spreadsheets read it: `14.12.2026 09:30` in Istanbul. Screens have `formatDateTime`. */
export const formatInstant = (instant: string): string => dayAndTime.format(new Date(instant));

/** `2026-12-14` as `14.12.2026`. */
export const formatShortDay = (date: string): string => date.split('-').reverse().join('.');
