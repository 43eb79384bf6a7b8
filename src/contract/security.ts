import { z } from 'zod';
import { dayRange, defineEndpoints, id, optionalParam, timestamp } from './endpoint.ts';

/** What happens to accounts that their owners and the admins can look up (docs/rules.md, security events). */
const securityEventKinds = [
  'sign_in',
  'google_sign_in',
  'sign_in_failed',
  'locked',
  'new_device',
  'activated',
  'password_changed',
  'password_reset',
  'google_linked',
  'session_ended',
  'exported',
  'exported_by_admin',
  'second_factor_on',
  'second_factor_off',
  'second_factor_off_by_admin',
  'recovery_code_used',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

const ownEvent = z.object({
  id,
  at: timestamp,
  kind: z.enum(securityEventKinds),
  /** 'Chrome, Windows'; empty where the practice acted. */
  device: z.string(),
  /** `done`, or the error code of the refusal. */
  outcome: z.string(),
});
/** A security event as the account's owner sees it. */
export type OwnSecurityEvent = z.output<typeof ownEvent>;

const securityEvent = ownEvent.extend({
  /** Null for an address without an account. */
  account_id: id.nullable(),
  account_name: z.string().nullable(),
  /** The beginning of the network's keyed hash: the same for the same network, and nobody's address. */
  network: z.string(),
});
export type SecurityEventView = z.output<typeof securityEvent>;

const securityFilter = z.object({
  account_id: optionalParam(id),
  kind: optionalParam(z.enum(securityEventKinds)),
  ...dayRange,
});
export type SecurityFilter = z.output<typeof securityFilter>;

export const securityApi = defineEndpoints({
  'GET /api/profile/security-events': {
    access: 'customer',
    summary: "What happened to the caller's account in the last 180 days, newest first",
    list: true,
    reply: z.array(ownEvent),
  },
  'GET /api/admin/security-events': {
    access: 'admin',
    summary: 'What happened to all accounts in the last 180 days, newest first',
    list: true,
    query: securityFilter,
    reply: z.array(securityEvent),
  },
});
