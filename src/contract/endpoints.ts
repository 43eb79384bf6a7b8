import type { z } from 'zod';
import { account } from './account.ts';
import { blogs } from './blog.ts';
import { cartEndpoints } from './cart.ts';
import { catalog } from './catalog.ts';
import { comments } from './comments.ts';
import { consulting } from './consulting.ts';
import type { Endpoint } from './endpoint.ts';
import { enquiries } from './enquiries.ts';
import { gallery } from './gallery.ts';
import { orders } from './orders.ts';
import { publish } from './publish.ts';
import { siteEndpoints } from './site.ts';
import { stats } from './stats.ts';

/** Every call of the product, once. Router, typed client, access test and OpenAPI document all come from here. */
export const endpoints = {
  ...account,
  ...catalog,
  ...cartEndpoints,
  ...orders,
  ...consulting,
  ...gallery,
  ...blogs,
  ...comments,
  ...enquiries,
  ...publish,
  ...stats,
  ...siteEndpoints,
};

export type AllEndpoints = typeof endpoints;
export type Key = keyof AllEndpoints;

type Read<E, Part extends string, Side extends 'in' | 'out'> =
  E extends Record<Part, infer S extends z.ZodType>
    ? Record<Part, Side extends 'in' ? z.input<S> : z.output<S>>
    : unknown;

/** What a caller sends: `params`, `query` and `body`, each only where declared; a multipart call sends a FormData body. */
export type CallInput<E extends Endpoint> = Read<E, 'params', 'in'> &
  Partial<Read<E, 'query', 'in'>> &
  (E extends { files: unknown }
    ? { body: FormData | (E extends { jsonToo: true; body: infer S extends z.ZodType } ? z.input<S> : never) }
    : Read<E, 'body', 'in'>);

/** What a handler receives, parsed. */
export type HandlerInput<E> = Read<E, 'params', 'out'> & Read<E, 'query', 'out'> & Read<E, 'body', 'out'>;

export type Reply<E extends Endpoint> = z.output<E['reply']>;
