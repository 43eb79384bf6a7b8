import type { Limit, LimitCheck } from '../limits/limits.service.ts';

const hour = 3600;

/** CONTRACT.md 7: failures per e-mail and IP, known or not, then 10 minutes, doubling. */
const signInFailures: Limit = { name: 'sign-in', points: 5, seconds: hour, lockSeconds: 600 };
const signInFailuresOfIp: Limit = { name: 'sign-in-ip', points: 100, seconds: hour };

/** Accepted registrations of an IP. */
export const registrations: Limit = { name: 'register', points: 5, seconds: hour };

/** Guesses of the current password by whoever holds a session. */
export const passwordGuesses: Limit = { name: 'password', points: 10, seconds: hour };

const resetAMinute: Limit = { name: 'reset-minute', points: 1, seconds: 60 };
const resetAnHour: Limit = { name: 'reset-hour', points: 5, seconds: hour };
const resetADay: Limit = { name: 'reset-day', points: 10, seconds: 24 * hour };

const linksAnHour: Limit = { name: 'activation-hour', points: 5, seconds: hour };
const linksADay: Limit = { name: 'activation-day', points: 10, seconds: 24 * hour };

/** What a sign-in takes before it is known to be right: so that parallel guesses are counted too. */
export const signInTakes = (email: string, ip: string): [perAddress: LimitCheck, perIp: LimitCheck] => [
  [signInFailures, `${email} ${ip}`],
  [signInFailuresOfIp, ip],
];

/** CONTRACT.md 2: reset codes one a minute, 5 an hour, 10 a day for an address. */
export const resetTakes = (email: string): LimitCheck[] => [
  [resetAMinute, email],
  [resetAnHour, email],
  [resetADay, email],
];

/** Activation mails asked for again. */
export const resendTakes = (email: string): LimitCheck[] => [
  [linksAnHour, email],
  [linksADay, email],
];
