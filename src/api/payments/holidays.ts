/**
 * Public holidays of Turkey; half days are working days. The religious ones follow the calendar of Umm al-Qura, from
 * which the announced ones can differ by a day. The owner edits the list.
 */
const yearly = ['01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-29'];
const religious = [
  ...['2027-03-09', '2027-03-10', '2027-03-11'],
  ...['2027-05-16', '2027-05-17', '2027-05-18', '2027-05-19'],
  ...['2028-02-26', '2028-02-27', '2028-02-28'],
  ...['2028-05-05', '2028-05-06', '2028-05-07', '2028-05-08'],
];

export const defaultHolidays: string[] = [
  ...new Set([...[2026, 2027, 2028].flatMap((year) => yearly.map((day) => `${year}-${day}`)), ...religious]),
].sort();
