import { z } from 'zod';
import { email, optionalLine, phone, singleLine, text } from '../shared/text.ts';
import { personTexts } from '../shared/texts.ts';
import { defineEndpoints, formSigns, id, idParams, message, timestamp } from './endpoint.ts';
import { enquiryTexts } from './enquiries.texts.ts';

const formType = z.enum(['consulting', 'coaching']);
export type FormType = z.output<typeof formType>;

const formFilter = z.enum([...formType.options, 'all']);
export type FormFilter = z.output<typeof formFilter>;

export const meetingTypes = ['Online', 'Yüz yüze'] as const;

const enquiryStatus = z.enum(['new', 'read', 'answered'], 'Geçersiz durum.');
export type EnquiryStatus = z.output<typeof enquiryStatus>;

const enquiryFilter = z.object({
  form_type: formFilter.catch('consulting').default('consulting'),
  status: enquiryStatus.optional().catch(undefined),
  /** Words of name, address, phone number, service, message and note. */
  search: optionalLine(200),
});
export type EnquiryFilter = z.output<typeof enquiryFilter>;

/** An enquiry as admins read it. */
const enquiry = z.object({
  id,
  form_type: formType,
  name: z.string(),
  surname: z.string(),
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  selected_service_id: z.string().nullable(),
  selected_service_name: z.string().nullable(),
  type: z.string().nullable(),
  message: z.string(),
  created_at: timestamp,
  is_read: z.boolean(),
  status: enquiryStatus,
  /** What admins wrote down about it; blank if nothing. */
  note: z.string(),
});
export type Enquiry = z.output<typeof enquiry>;

const newEnquiry = z
  .object({
    form_type: z.enum(formType.options, 'Form türü geçersiz.'),
    name: singleLine(100, personTexts.name),
    surname: singleLine(100, personTexts.surname),
    email,
    phone_number: phone,
    message: text(5000, enquiryTexts.message),
    selected_service_id: optionalLine(100),
    selected_service_name: optionalLine(200),
    type: z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum(meetingTypes, enquiryTexts.type).nullish(),
    ),
    kvkk_consent: z.literal(true, enquiryTexts.consent),
    ...formSigns,
  })
  .refine((value) => value.form_type !== 'coaching' || value.type != null, {
    path: ['type'],
    message: enquiryTexts.type,
    // Checked even if other fields are wrong, so that all errors are reported together.
    when: ({ value }) => typeof value === 'object' && value !== null && 'form_type' in value,
  });
export type NewEnquiry = z.output<typeof newEnquiry>;

const count = z.object({ total: z.number().int(), unread: z.number().int() });
const enquiryCounts = z.object({ all: count, consulting: count, coaching: count });
export type EnquiryCounts = z.output<typeof enquiryCounts>;

export const enquiriesApi = defineEndpoints({
  'POST /api/consulting-create-messages': {
    access: 'public',
    summary: 'Sends a counselling or coaching enquiry',
    body: newEnquiry,
    status: 201,
    reply: message,
  },
  'GET /api/consulting-messages': {
    access: 'admin',
    summary: 'Enquiries of one form or of both, newest first',
    list: true,
    query: enquiryFilter,
    reply: z.array(enquiry),
  },
  'PATCH /api/consulting-messages/:id/read': {
    access: 'admin',
    summary: 'Marks an enquiry read',
    params: idParams,
    reply: enquiry,
  },
  'GET /api/consulting-messages/counts': {
    access: 'admin',
    summary: 'How many enquiries there are, by form',
    reply: enquiryCounts,
  },
  'PATCH /api/consulting-messages/:id/status': {
    access: 'admin',
    summary: 'Marks an enquiry new, read or answered',
    params: idParams,
    body: z.object({ status: enquiryStatus }),
    reply: enquiry,
  },
  'PUT /api/consulting-messages/:id/note': {
    access: 'admin',
    summary: 'Writes a private note about an enquiry; a blank one removes it. `before` is the note that it replaces',
    params: idParams,
    body: z.object({ note: text(2000, undefined, 0), before: z.string().max(2000).optional() }),
    reply: enquiry,
    errors: ['edit_conflict'],
  },
  'DELETE /api/consulting-messages/:id': {
    access: 'admin',
    summary: 'Deletes an enquiry',
    params: idParams,
    reply: message,
  },
});
