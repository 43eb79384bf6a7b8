import { z } from 'zod';
import { timeTexts } from '../shared/texts.ts';
import type { ErrorCode } from './errors.ts';

/** Who may call: `public` is everybody, `customer` any account with a session, `admin` admins only. */
export type Access = 'public' | 'customer' | 'admin';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path, such as `GET /api/blogs/:slug`. An endpoint is declared and called by it. */
type EndpointKey = `${Method} /api/${string}`;

type Shape = z.ZodType;

/** Declares one call. Router, typed client, access tests and OpenAPI document derive from it. */
export interface Endpoint {
  access: Access;
  /** Summary in the OpenAPI document. */
  summary: string;
  /** Path parameters. One that does not match answers 404 instead of 422. */
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** File fields of a multipart call and the most files of each. JSON is then refused without `alsoAcceptsJson`. */
  files?: Record<string, number>;
  /** The body is a form (`application/x-www-form-urlencoded`); anything else counts as an empty one. */
  form?: true;
  /** Most bytes of a JSON body. Default: 1 MB. */
  maxBytes?: number;
  /** True if a multipart call also takes JSON. */
  alsoAcceptsJson?: true;
  /** A list that can grow: takes `page` and `size`, answers `X-Total-Count`. Its handler returns `{ rows, total }`. */
  list?: true;
  /** The answer is the same for everybody: it carries an ETag and answers 304. */
  cacheable?: true;
  /** File name under which a browser saves the answer instead of showing it. */
  download?: string;
  /** Content type of an answer that is not JSON. Its handler returns a `RawAnswer`, which is sent as it is. */
  raw?: string;
  /** The answer is a stream of server-sent events. `reply` is the shape of each event's data. */
  stream?: true;
  reply: Shape;
  /** Status of success. Default: 200. 204 has no body; 303 leads elsewhere, its handler returns the address. */
  status?: 200 | 201 | 202 | 204 | 303;
  /** Error codes of this call. General ones (bad_request, unauthenticated, not_found, invalid…) are left out. */
  errors?: readonly ErrorCode[];
}

/** The calls of a room. A call without `access` does not compile. */
type Endpoints = Record<EndpointKey, Endpoint>;

export const defineEndpoints = <const E extends Endpoints>(endpoints: E): E => endpoints;

/** As the database writes it: code compares ids as text. */
export const id = z.uuid().toLowerCase();
/** An id in a body. Any text or number is accepted, so that an id that names nothing answers 404 instead of 422. */
export const idInBody = (text: string) => z.union([z.string().toLowerCase(), z.number().transform(String)], text);
export const idParams = z.object({ id });

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/**
 * An array whose length, and what `isShort` counts besides, is checked before its items, so that 100,000 wrong items
 * cost nothing.
 */
export const boundedArray = <Item extends z.ZodType>(
  item: Item,
  max: number,
  notAnArray: string,
  tooMany: string,
  isShort = (_items: unknown[]) => true,
) =>
  z
    .custom<unknown[]>(Array.isArray, notAnArray)
    .meta({ type: 'array', maxItems: max, items: { ...jsonSchema(item), $schema: undefined } })
    .refine((items) => items.length <= max && isShort(items), { error: tooMany, abort: true })
    .pipe(z.array(item));

/** Any text: one that was never a token answers as a used one. */
export const tokenParams = z.object({ token: z.string().max(200) });

/** A day that exists, or `text`. PostgreSQL knows no year 0, in which the year 1 begins in UTC. */
export const existingDay = (text: string) => z.iso.date(text).regex(/^(?!000[01])/, text);

/** `YYYY-MM-DD`. */
export const isoDate = existingDay(timeTexts.date);

/** A parameter or field that counts as absent where it is empty. */
export const optionalParam = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value || undefined, schema.optional());

/** Days in Istanbul, the last one included. */
export const dayRange = { from: optionalParam(isoDate), to: optionalParam(isoDate) };

/** `HH:MM`, Europe/Istanbul. */
export const timeOfDay = z.string(timeTexts.time).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeTexts.time);

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();

export const message = z.object({ message: z.string() });

/** What open forms send beside their fields, to tell people from bots. */
export const formSigns = {
  /** Honeypot, invisible to people: what fills it in is dropped silently. */
  website: z.string().max(2000).optional(),
  /** Milliseconds between showing the form and sending it. */
  elapsed: z.number().optional(),
};

/** The reply of a call that is `raw`: what a browser gets. */
export const file = z.custom<Blob>();

/** The point of a picture that stays visible where it is cut: `x,y`, per cent from the left and the top. */
export const focus = z.string().regex(/^\d{1,3},\d{1,3}$/, 'Geçersiz odak noktası.');

/** Address of a stored picture: `/media/<32 hex>_<width>x<height>.webp` or of the bucket; `#x,y` for a chosen point. */
export const image = z.string();

/** A whole number of a JSON body. `text` is shown if it is wrong. */
export const strictInteger = (text: string, min: number, max: number) =>
  z.number(text).int(text).min(min, text).max(max, text);

/** The same, sent as a number or, by a form or in a path, as digits. */
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
    .pipe(strictInteger(text, min, max));
