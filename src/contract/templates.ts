import { z } from 'zod';
import { singleLine, text } from '../shared/text.ts';
import { boundedArray, defineEndpoints, timestamp } from './endpoint.ts';
import { templateTexts } from './templates.texts.ts';

/** Words to start an answer from; `{ad}` in the text stands for the first name of whoever is answered. */
const template = z.object({ title: singleLine(60, templateTexts.title), text: text(1500, templateTexts.text) });
export type Template = z.output<typeof template>;

const list = boundedArray(template, 20, templateTexts.list, templateTexts.tooMany);

/** In the order they are offered: for comments, which everybody reads, and for enquiries. */
const templates = z.object({ comments: list, enquiries: list });
export type Templates = z.output<typeof templates>;

export const savedTemplates = templates.extend({
  /** 1970 until somebody saves them. */
  updated_at: timestamp,
});
export type SavedTemplates = z.output<typeof savedTemplates>;

/** Refused where `updated_at` is sent and is not the saved one. */
const templatesEdit = templates.extend({ updated_at: z.string().optional() });
export type TemplatesEdit = z.output<typeof templatesEdit>;

export const templatesApi = defineEndpoints({
  'GET /api/admin/answer-templates': {
    access: 'admin',
    summary: 'Words that the practice starts its answers from',
    reply: savedTemplates,
  },
  'PUT /api/admin/answer-templates': {
    access: 'admin',
    summary: 'Replaces all answer templates, in the order given',
    body: templatesEdit,
    reply: savedTemplates,
    errors: ['edit_conflict'],
  },
});
