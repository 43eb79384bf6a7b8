import { z } from 'zod';
import { defineEndpoints, id, idParams, timestamp } from './endpoint.ts';

const changedRooms = z.array(
  z.object({
    room: z.enum(['catalog', 'consulting', 'gallery', 'blog', 'site', 'content']),
    count: z.number().int(),
  }),
);

const publishState = z.object({
  state: z.enum(['idle', 'building', 'failed', 'published']),
  /** Phase of the newest release, `saved` while a publish request waits. Null without one or after a failure. */
  phase: z.enum(['saved', 'building', 'checking', 'live']).nullable(),
  /** Whether there are changes that the live release does not show. */
  pending: z.boolean(),
  /** Number of such changes by room. */
  pending_changes: changedRooms,
  /** Pages rendered so far, while a release is being made. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** Whether changes are published automatically after a minute without another one. */
  automatic: z.boolean(),
  last_published_at: timestamp.nullable(),
  last_error: z.string().nullable(),
  /** Last answer of the deploy hook. Null if the site is built here. */
  hook_answer: z.string().nullable(),
});
export type PublishState = z.output<typeof publishState>;

/** An attempt to publish. `old` was live before. */
const release = z.object({
  id,
  state: z.enum(['checking', 'live', 'old', 'failed']),
  /** Number of its pages, and how many of them were rendered for it. */
  pages: z.number().int().nullable(),
  rendered: z.number().int().nullable(),
  /** Number of changes by room that the release served before did not show; none of the oldest and of a failure. */
  changes: changedRooms,
  error: z.string().nullable(),
  answer: z.string().nullable(),
  created_at: timestamp,
  /** Revisions of the words it shows, by document; empty where that was not noted. */
  revisions: z.record(z.string(), z.number().int()),
  /** Whether it can be made live again. */
  restorable: z.boolean(),
});
export type Release = z.output<typeof release>;

export const publishApi = defineEndpoints({
  'GET /api/admin/publish': { access: 'admin', summary: 'Where publishing stands', reply: publishState },
  'POST /api/admin/publish': {
    access: 'admin',
    summary: 'Starts or joins the next rebuild',
    status: 202,
    reply: publishState,
  },
  'GET /api/admin/publish/events': {
    access: 'admin',
    summary: 'The same as it changes, the present state first',
    stream: true,
    reply: publishState,
  },
  'PUT /api/admin/publish/automatic': {
    access: 'admin',
    summary: 'Switches publishing after a quiet minute on or off',
    body: z.object({ automatic: z.boolean('Geçersiz değer.') }),
    reply: publishState,
  },
  'GET /api/admin/releases': {
    access: 'admin',
    summary: 'Releases of the last day and failed attempts, newest first',
    list: true,
    reply: z.array(release),
  },
  'POST /api/admin/releases/:id/restore': {
    access: 'admin',
    summary: 'Serves an earlier release again and switches automatic publishing off, so that it stays',
    params: idParams,
    reply: publishState,
    errors: ['conflict'],
  },
});
