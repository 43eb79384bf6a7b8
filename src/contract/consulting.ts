import { z } from 'zod';
import { optionalLine, singleLine, text } from '../shared/text.ts';
import { defineEndpoints, id, idParams, image, message, timestamp } from './endpoint.ts';

export const service = z.object({
  id,
  title: z.string(),
  note: z.string().nullable(),
  description: z.string(),
  image_url: image,
});
export type Service = z.output<typeof service>;

/** A service as its form opens it: `updated_at` sent back tells whether somebody else saved meanwhile. */
const adminService = service.extend({ updated_at: timestamp });
export type AdminService = z.output<typeof adminService>;

/** SPEC.md 5: a service has a picture, its old one or a new one. */
export const serviceImageMissing = 'Lütfen bir görsel seçin.';

const fields = {
  title: singleLine(160, 'Başlık ve açıklama zorunludur.'),
  note: optionalLine(200),
  description: text(5000, 'Başlık ve açıklama zorunludur.'),
};

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
    summary: 'Adds a service with its picture',
    body: z.object(fields),
    files: { image: 1 },
    status: 201,
    reply: adminService.extend(message.shape),
    errors: ['bad_image', 'too_large'],
  },
  'PUT /api/consulting/:id': {
    access: 'admin',
    summary: 'Edits a service; `image_url` must be the stored one unless a new picture comes',
    params: idParams,
    body: z.object({ ...fields, image_url: z.string().nullish(), updated_at: z.string().optional() }),
    files: { image: 1 },
    alsoAcceptsJson: true,
    reply: adminService.extend(message.shape),
    errors: ['bad_image', 'too_large', 'edit_conflict'],
  },
  'DELETE /api/consulting/:id': { access: 'admin', summary: 'Deletes a service', params: idParams, reply: message },
});
