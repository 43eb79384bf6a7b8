import { z } from 'zod';
import { optionalLine, singleLine, text } from '../shared/text.ts';
import { consultingTexts } from './consulting.texts.ts';
import { defineEndpoints, id, idParams, image, message, timestamp } from './endpoint.ts';

const service = z.object({
  id,
  title: z.string(),
  note: z.string().nullable(),
  description: z.string(),
  image_url: image,
});
export type Service = z.output<typeof service>;

/** A service to edit; `updated_at` sent back detects an edit by somebody else in between. */
export const adminService = service.extend({ updated_at: timestamp });
export type AdminService = z.output<typeof adminService>;

const newService = z.object({
  title: singleLine(160, consultingTexts.missing),
  note: optionalLine(200),
  description: text(5000, consultingTexts.missing),
});
export type NewService = z.output<typeof newService>;

const serviceEdit = newService.extend({
  /** If missing, the service keeps its own. */
  note: newService.shape.note.optional(),
  /** Address of the stored picture, which stays; it may be left out. */
  image_url: z.string().nullish(),
  /** `updated_at` of the service as the form opened it; answers 409 `edit_conflict` if it changed since. */
  updated_at: z.string().optional(),
});
export type ServiceEdit = z.output<typeof serviceEdit>;

export const consultingApi = defineEndpoints({
  'GET /api/consulting': {
    access: 'public',
    summary: 'Counselling services',
    list: true,
    cacheable: true,
    reply: z.array(service),
  },
  'GET /api/admin/consulting': {
    access: 'admin',
    summary: 'Counselling services to edit',
    list: true,
    reply: z.array(adminService),
  },
  'POST /api/consulting': {
    access: 'admin',
    summary: 'Adds a service with its picture, once for each Idempotency-Key',
    body: newService,
    files: { image: 1 },
    status: 201,
    reply: adminService.extend(message.shape),
    errors: ['bad_image', 'too_large', 'idempotency_mismatch'],
  },
  'PUT /api/consulting/:id': {
    access: 'admin',
    summary: 'Edits a service; `image_url` must be the stored one unless a new picture comes',
    params: idParams,
    body: serviceEdit,
    files: { image: 1 },
    alsoAcceptsJson: true,
    reply: adminService.extend(message.shape),
    errors: ['bad_image', 'too_large', 'edit_conflict'],
  },
  'DELETE /api/consulting/:id': { access: 'admin', summary: 'Deletes a service', params: idParams, reply: message },
});
