import { type Limit, type LimitCheck, perNetwork } from '../limits/limits.service.ts';

// The numbers are explained in docs/rules.md, limits.
const hour = 3600;

/** Failed sign-ins per address and network, whether the address is known or not. */
const signInLimit: Limit = { name: 'sign-in', points: 5, seconds: hour, lockSeconds: 600 };
const signInNetworkLimit: Limit = { name: 'sign-in-ip', points: 100, widePoints: 100, seconds: hour };
/** Failed sign-ins of one address over all networks. Past them known devices still get through. */
const signInAccountLimit: Limit = {
  name: 'sign-in-account',
  points: 50,
  seconds: hour,
  message:
    'Bu hesapta çok fazla hatalı deneme yapıldı. Daha önce giriş yaptığınız bir cihazı kullanın ya da «Şifremi unuttum» ile e-postanıza gelen kodu girip tekrar deneyin.',
};

/** Accepted registrations per network. */
export const registrationLimit: Limit = { name: 'register', points: 5, seconds: hour };

/** Wrong current passwords per account, guessed by whoever holds a session. */
export const passwordLimit: Limit = { name: 'password', points: 10, seconds: hour };

/** Changes of the password per account, right or wrong. */
export const passwordChangeLimit: Limit = { name: 'password-change', points: 10, seconds: hour };

/** Refused tokens of the auth service per network. */
export const googleLimit: Limit = { name: 'google', points: 20, seconds: hour };

const resetMinuteLimit: Limit = { name: 'reset-minute', points: 1, seconds: 60 };
const resetHourLimit: Limit = { name: 'reset-hour', points: 5, seconds: hour };
const resetDayLimit: Limit = { name: 'reset-day', points: 10, seconds: 24 * hour };
const resetNetworkLimit: Limit = { name: 'reset-network', points: 20, widePoints: 60, seconds: hour };
const wrongCodeLimit: Limit = { name: 'reset-wrong', points: 30, seconds: hour };

const activationHourLimit: Limit = { name: 'activation-hour', points: 5, seconds: hour };
const activationDayLimit: Limit = { name: 'activation-day', points: 10, seconds: 24 * hour };
const activationNetworkLimit: Limit = { name: 'activation-network', points: 20, seconds: hour };

/** Failures of a sign-in, consumed before the password is verified, so that parallel guesses count too. */
export const signInLimits = (
  email: string,
  networks: string[],
): { pair: LimitCheck[]; network: LimitCheck[]; account: LimitCheck } => ({
  pair: perNetwork(signInLimit, networks, email),
  network: perNetwork(signInNetworkLimit, networks),
  account: [signInAccountLimit, email],
});

/**
 * Reset codes mailed to an address, asked for from one network, and of that network over all addresses. Nothing counts
 * an address over all networks: strangers could keep its owner from a code.
 */
export const resetRequestLimits = (email: string, networks: string[]): LimitCheck[] => [
  ...[resetMinuteLimit, resetHourLimit, resetDayLimit].flatMap((limit) => perNetwork(limit, networks, email)),
  ...perNetwork(resetNetworkLimit, networks),
];

/** Wrong reset codes of a network over all addresses. */
export const wrongCodeLimits = (networks: string[]): LimitCheck[] => perNetwork(wrongCodeLimit, networks);

/** Activation links mailed again to an address, asked for from one network, and of that network over all addresses. */
export const activationLinkLimits = (email: string, networks: string[]): LimitCheck[] => [
  ...[activationHourLimit, activationDayLimit].flatMap((limit) => perNetwork(limit, networks, email)),
  ...perNetwork(activationNetworkLimit, networks),
];
