import { collectDefaultMetrics, Registry } from 'prom-client';

/** Every figure that `/metrics` shows. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });
