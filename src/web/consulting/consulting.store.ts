import type { Service } from '../../contract/consulting.ts';
import { call } from '../http.ts';

let services: Promise<Service[]> | undefined;

/** Loads the services once a page; after a failure the next call tries again. Throws CallError. */
export function loadServices(): Promise<Service[]> {
  services ??= call('GET /api/consulting', {}, { token: null }).catch((error) => {
    services = undefined;
    throw error;
  });
  return services;
}
