import type { Limit, LimitCheck } from '../limits/limits.service.ts';

// The numbers are explained in docs/rules.md, limits.
const hour = 3600;

/** Failed sign-ins per address and IP, whether the address is known or not. */
const signInLimit: Limit = { name: 'sign-in', points: 5, seconds: hour, lockSeconds: 600 };
const signInIpLimit: Limit = { name: 'sign-in-ip', points: 100, seconds: hour };

/** Accepted registrations per IP. */
export const registrationLimit: Limit = { name: 'register', points: 5, seconds: hour };

/** Wrong current passwords per account, guessed by whoever holds a session. */
export const passwordLimit: Limit = { name: 'password', points: 10, seconds: hour };

const resetMinuteLimit: Limit = { name: 'reset-minute', points: 1, seconds: 60 };
const resetHourLimit: Limit = { name: 'reset-hour', points: 5, seconds: hour };
const resetDayLimit: Limit = { name: 'reset-day', points: 10, seconds: 24 * hour };

const activationHourLimit: Limit = { name: 'activation-hour', points: 5, seconds: hour };
const activationDayLimit: Limit = { name: 'activation-day', points: 10, seconds: 24 * hour };

/** Failures of a sign-in, consumed before the password is verified, so that parallel guesses count too. */
export const signInLimits = (email: string, ip: string): [perAddress: LimitCheck, perIp: LimitCheck] => [
  [signInLimit, `${email} ${ip}`],
  [signInIpLimit, ip],
];

/** Reset codes mailed to an address. */
export const resetCodeLimits = (email: string): LimitCheck[] => [
  [resetMinuteLimit, email],
  [resetHourLimit, email],
  [resetDayLimit, email],
];

/** Activation links mailed again to an address, asked for from one network. */
export const activationLinkLimits = (email: string, ip: string): LimitCheck[] => [
  [activationHourLimit, `${email} ${ip}`],
  [activationDayLimit, `${email} ${ip}`],
];
