import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call: anybody; whoever is signed in; admins only. */
export type Access = 'public' | 'customer' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `GET /api/blogs/:slug`: method and path, the key under which an endpoint is declared and called. */
export type EndpointKey = `${Method} /api/${string}`;

type Shape = z.ZodType;

/** What one call promises. Every part of the product that speaks HTTP derives from this declaration. */
export interface Endpoint {
  access: Access;
  /** One line for the OpenAPI document. */
  summary: string;
  /** Path parameters; one that does not fit is 404, not 422. */
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** Uploaded files of a multipart call: field name → how many at most. JSON is then refused unless `body` stands alone (`also`). */
  files?: Record<string, number>;
  /** Most bytes of a JSON body; 1 MB if not given. */
  maxBytes?: number;
  /** True where the same call also takes plain JSON (`PUT /api/consulting/{id}`). */
  alsoAcceptsJson?: true;
  /** A list that grows: takes `page` and `size`, answers `X-Total-Count`; the handler returns `{ rows, total }`. */
  list?: true;
  /** Same answer for everybody: carries an ETag and answers 304. */
  cacheable?: true;
  /** Saved under this name where a browser opens the answer: one file rather than a page. */
  download?: string;
  /** A stream of server-sent events; `reply` is the shape of each event's data. */
  stream?: true;
  reply: Shape;
  /** Status of success; 200 if not given. 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  /** Codes this call can answer beside the general ones (bad_request, unauthenticated, forbidden, not_found, invalid, too_many_requests…). */
  errors?: readonly ErrorCode[];
}

/** A room's calls. `access` is part of the type: a call without it does not compile. */
export type Endpoints = Record<EndpointKey, Endpoint>;

export const defineEndpoints = <const E extends Endpoints>(endpoints: E): E => endpoints;

export const id = z.uuid();
/** An id in a body: whatever is sent, one that names nothing is 404, not 422 (CONTRACT.md 1). */
export const idInBody = (text: string) => z.union([z.string(), z.number().transform(String)], text);
export const idParams = z.object({ id });

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** An array whose length is checked before any of its items is: a hundred thousand wrong ones must not be looked at. */
export const boundedArray = <Item extends z.ZodType>(item: Item, max: number, notAnArray: string, tooMany: string) =>
  z
    .custom<unknown[]>(Array.isArray, notAnArray)
    .meta({ type: 'array', maxItems: max, items: { ...jsonSchema(item), $schema: undefined } })
    .refine((items) => items.length <= max, { error: tooMany, abort: true })
    .pipe(z.array(item));

/** `YYYY-MM-DD`, a real calendar day. */
export const isoDate = z.iso.date('Lütfen geçerli bir tarih girin.');

/** `HH:MM`, Europe/Istanbul. */
export const timeOfDay = z
  .string('Lütfen geçerli bir saat girin.')
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Lütfen geçerli bir saat girin.');

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();

export const message = z.object({ message: z.string() });

/** Where a stored picture is served: `/media/<32 hex>_<width>x<height>.webp`, or an absolute address of the bucket. */
export const image = z.string();

/** A whole number sent as a number or, from a form, as digits. */
export const integer = (text: string, min: number, max: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d{1,9}$/, text),
      ],
      text,
    )
    .transform(Number)
    .pipe(z.number(text).int(text).min(min, text).max(max, text));
