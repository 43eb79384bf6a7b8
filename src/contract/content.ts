import { z } from 'zod';
import type { ContentName } from './contentDocuments.ts';
import type { KeyedField } from './contentFields.ts';
import { isContentName } from './contentVersions.ts';
import { defineEndpoints, file, timestamp } from './endpoint.ts';

/** Name of a document: `home`, `legal/gizlilik`. In addresses its slash stands as it is. */
const contentName = z.custom<ContentName>((name) => typeof name === 'string' && isContentName(name));
const nameParams = z.object({ name: contentName });
const revisionNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
const revisionParams = nameParams.extend({ n: revisionNumber });

/** What an owner may want to look at before publishing. Nothing of it keeps words from being saved. */
const advice = z.object({ path: z.string(), message: z.string() });
export type Advice = z.output<typeof advice>;
const warnings = z.array(advice);

/** The words of a document, as its schema in contentDocuments.ts says. */
const words = z.record(z.string(), z.unknown());
const revision = z.number().int();
/** For a legal text: the day of its published version. */
const version = z.string().optional();

/** A form field, from top to bottom; `item` describes each entry of a list, `fields` the keys of a group. */
const field = z.custom<KeyedField>();

const publicContent = z.object({ name: z.string(), revision, version, data: words });
export type PublicContent = z.output<typeof publicContent>;

/** A version of a legal text that was published, or that is about to be. */
const legalVersion = z.object({ slug: z.string(), version: z.string(), data: words });
export type LegalVersion = z.output<typeof legalVersion>;

const allContent = z.object({ documents: z.array(publicContent), legal_versions: z.array(legalVersion) });
export type AllContent = z.output<typeof allContent>;

const contentRow = z.object({
  name: z.string(),
  title: z.string(),
  revision,
  /** Null while the document was never published. */
  live_revision: revision.nullable(),
  updated_at: timestamp,
  /** Null for the product itself and for erased accounts. */
  updated_by: z.string().nullable(),
});
export type ContentRow = z.output<typeof contentRow>;

const adminContent = z.object({
  name: z.string(),
  title: z.string(),
  revision,
  version,
  updated_at: timestamp,
  data: words,
  fields: z.array(field),
  /** Most letters of all texts together; missing where only each text has a limit. */
  max_letters: z.int().optional(),
  warnings,
});
export type AdminContent = z.output<typeof adminContent>;

const savedContent = z.object({ revision, data: words, warnings });
export type SavedContent = z.output<typeof savedContent>;

const revisionRow = z.object({
  revision,
  at: timestamp,
  by: z.string().nullable(),
  /** Present where accounts are told of this change once it is published. */
  ask_again: z.literal(true).optional(),
});
export type RevisionRow = z.output<typeof revisionRow>;

const noData = 'Lütfen metinleri gönderin.';
/** Checked by the document's own schema (`parseWords`). */
const data = z.record(z.string(), z.unknown(), noData);
const base = z.int('Düzenlemeye başladığınız sürümü gönderin.');
/** For a legal text: whether people are told of the change at their next sign-in. */
const ask_again = z.boolean('Geçersiz değer.').optional();

/** All words of a site in one file, to keep or to bring to another site. */
const contentFile = z.object({
  kind: z.literal('words', 'Bu dosyada site metinleri yok.'),
  exported_at: timestamp.optional(),
  documents: z.record(
    z.string(),
    z.object({ schema_version: z.int('Geçersiz değer.'), data }, 'Bu dosya okunamadı.'),
    'Bu dosya okunamadı.',
  ),
});
export type ContentFile = z.output<typeof contentFile>;

/** Name of a release, or token of a preview. */
const reference = z.string().regex(/^[\w-]{1,100}$/, 'Geçersiz değer.');

export const contentApi = defineEndpoints({
  'GET /api/content': {
    access: 'public',
    summary: 'All words of the site: the newest, those of a release, or those of a preview',
    query: z.object({ release: reference.optional(), preview: reference.optional() }),
    reply: allContent,
  },
  'GET /api/content/:name': {
    access: 'public',
    summary: 'The words of one document, as published or to be published next',
    params: nameParams,
    cacheable: true,
    reply: publicContent,
  },
  'GET /api/content-preview/:token': {
    access: 'public',
    summary: 'A page with unsaved words, for ten minutes',
    params: z.object({ token: z.string() }),
    raw: 'text/html; charset=utf-8',
    reply: file,
  },
  'GET /api/admin/content': { access: 'admin', summary: 'All documents', reply: z.array(contentRow) },
  'GET /api/admin/content.json': {
    access: 'admin',
    summary: 'All words as one file',
    download: 'metinler.json',
    reply: contentFile,
  },
  'PUT /api/admin/content.json': {
    access: 'admin',
    summary: 'Takes over the words of such a file; documents it does not name stay',
    body: contentFile,
    /** `replaced_pictures`: paths whose uploaded picture is not on this site; a drawing stands there now. */
    reply: z.object({ changed: z.array(z.string()), replaced_pictures: z.array(z.string()) }),
  },
  'GET /api/admin/content/:name': {
    access: 'admin',
    summary: 'One document with the description of its form',
    params: nameParams,
    reply: adminContent,
  },
  'PUT /api/admin/content/:name': {
    access: 'admin',
    summary: 'Saves words as a new revision; the same words make none',
    params: nameParams,
    body: z.object({ base, data, ask_again }),
    reply: savedContent,
    errors: ['edit_conflict'],
  },
  'GET /api/admin/content/:name/revisions': {
    access: 'admin',
    summary: 'Revisions, newest first',
    params: nameParams,
    list: true,
    reply: z.array(revisionRow),
  },
  'GET /api/admin/content/:name/revisions/:n': {
    access: 'admin',
    summary: 'One revision',
    params: revisionParams,
    reply: revisionRow.extend({ data: words }),
  },
  'POST /api/admin/content/:name/revisions/:n/restore': {
    access: 'admin',
    summary: 'Makes the words of a revision the newest ones',
    params: revisionParams,
    reply: savedContent,
  },
  'POST /api/admin/content/:name/preview': {
    access: 'admin',
    summary: 'Renders a page with these words and the newest of all others; saves nothing',
    params: nameParams,
    body: z.object({ data, path: z.string('Geçersiz değer.').max(300, 'Geçersiz değer.').optional() }),
    status: 201,
    reply: z.object({ url: z.string(), expires_at: timestamp, warnings }),
    errors: ['unavailable'],
  },
});
