import ready from '../../content/answer-templates.json' with { type: 'json' };
import { type SavedTemplates, savedTemplates, type Templates, type TemplatesEdit } from '../../contract/templates.ts';
import { diff } from '../audit/audit.service.ts';
import { assertUnchanged } from '../conflict.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { mutate } from '../mutation.ts';
import { lockSetting, readSetting, saveSetting } from '../site/settings.service.ts';

/** Name of the settings row that stores the templates. */
const name = 'answer_templates';

/** Returns the practice's answer templates, the ready ones of src/content until it saves its own. */
export const readTemplates = async (db: Database): Promise<SavedTemplates> =>
  (await readSetting<SavedTemplates>(db, name)) ?? { ...ready, updated_at: new Date(0).toISOString() };

/** Replaces all answer templates. Throws `edit_conflict` with the `current` ones. */
export const saveTemplates = (
  ctx: AppContext,
  actorId: string,
  { updated_at, ...templates }: TemplatesEdit,
): Promise<SavedTemplates> =>
  mutate(ctx, actorId, async ({ tx, now, audit }) => {
    await lockSetting(tx, name, await readTemplates(tx));
    const before = await readTemplates(tx);
    await assertUnchanged(new Date(before.updated_at), updated_at, savedTemplates, () => before);
    const saved = { ...templates, updated_at: now.toISOString() };
    await saveSetting(tx, name, saved);
    await audit({ action: 'update', entity: 'answer_templates', ...diff(titlesOf(before), titlesOf(templates)) });
    return saved;
  });

/** What the audit log records. */
const titlesOf = ({ comments, enquiries }: Templates) => ({
  comments: comments.map(({ title }) => title).join(', '),
  enquiries: enquiries.map(({ title }) => title).join(', '),
});
