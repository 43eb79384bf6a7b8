import { requirePort } from '../../src/api/startErrors.ts';

/** Returns a port that is free at the moment. */
export const freePort = () => requirePort(0);
