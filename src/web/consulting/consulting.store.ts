import type { Service } from '../../contract/consulting.ts';
import { call } from '../http.ts';

let services: Promise<Service[]> | undefined;

/** The services as they are now, asked for once a page; a refused call may be tried again. Throws CallError. */
export function loadServices(): Promise<Service[]> {
  services ??= call('GET /api/consulting', {}, { token: null }).catch((error) => {
    services = undefined;
    throw error;
  });
  return services;
}
