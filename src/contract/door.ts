import { z } from 'zod';
import { catalogTexts } from './catalog.texts.ts';
import { doorTexts } from './door.texts.ts';
import { boundedArray, defineEndpoints, id, idInBody, idParams, isoDate, timeOfDay, timestamp } from './endpoint.ts';

/** A device's own id of a scan: any text without control characters. */
const token = (text: string) => z.string(text).regex(/^[\p{L}\p{N}\p{P}\p{S} ]{1,100}$/u, text);

/** A moment by a device's clock, which may be wrong by decades. */
const deviceTime = z.iso
  .datetime({ offset: true, error: doorTexts.moment })
  .refine((value) => /^(?:19[7-9]|2[01])/.test(value), doorTexts.moment);

const scan = z
  .object(
    {
      /** Once per device: a repetition is answered as the first time. */
      nonce: token(doorTexts.nonce),
      product_id: idInBody(catalogTexts.product),
      /** What was read from the ticket. */
      ticket: z.string(doorTexts.ticket).max(500, doorTexts.ticket).nullish(),
      participant_id: z.string(doorTexts.ticket).max(100, doorTexts.ticket).nullish(),
      at: deviceTime,
      /** Takes an earlier scan back: the person is not in. */
      undo: z.boolean(doorTexts.scan).nullish(),
    },
    doorTexts.scan,
  )
  .refine(({ ticket, participant_id }) => ticket ?? participant_id, { path: ['ticket'], error: doorTexts.ticket });
export type DoorScan = z.output<typeof scan>;

const scanResult = z.enum(['in', 'already', 'wrong_event', 'cancelled', 'unknown', 'out']);
export type ScanResult = z.output<typeof scanResult>;

const person = z.object({
  /** The order line and the seat in it. */
  id: z.string(),
  name: z.string(),
  surname: z.string(),
  order_code: z.string(),
  /** What is still to be paid for the seat, in lira. */
  open: z.number(),
});
/** Whose seat it is. */
export type DoorPerson = z.output<typeof person>;

const participant = person.extend({
  status: z.enum(['reserved', 'paid']),
  checked_in_at: timestamp.nullable(),
});
export type DoorParticipant = z.output<typeof participant>;

const door = z.object({
  product: z.object({
    id,
    title: z.string(),
    date: isoDate,
    time: timeOfDay,
    location: z.string(),
    /** Whether it was called off: nobody is expected then. */
    cancelled: z.boolean(),
  }),
  server_time: timestamp,
  participants: z.array(participant),
  /**
   * For devices without network: `key` is the SHA-256 of a ticket's code in hex, `box` a `DoorPerson` that only this
   * code opens.
   */
  sealed: z.array(z.object({ key: z.string(), box: z.string() })),
});
export type Door = z.output<typeof door>;

const scanAnswer = z.object({
  nonce: z.string(),
  result: scanResult,
  participant: person.nullable(),
  /** Since when the person is in. */
  first_at: timestamp.nullable(),
});
export type ScanAnswer = z.output<typeof scanAnswer>;

export const doorApi = defineEndpoints({
  'GET /api/admin/product/:id/door': {
    access: 'admin',
    summary: 'Who is expected at the door, and the sealed list a device keeps for when the network is gone',
    params: idParams,
    reply: door,
  },
  'POST /api/admin/door/scans': {
    access: 'admin',
    summary: 'Scans of tickets, in the order of their corrected times; each nonce of a device counts once',
    body: z.object({
      device: token(doorTexts.device),
      /** When the device sent them, by its own clock. */
      sent_at: deviceTime,
      scans: boundedArray(scan, 500, doorTexts.scans, doorTexts.tooMany),
    }),
    reply: z.object({ results: z.array(scanAnswer) }),
  },
});
