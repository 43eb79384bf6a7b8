import { map } from 'nanostores';
import type { ContentName } from '../../../contract/contentDocuments.ts';
import type { KeyedField } from '../../../contract/contentFields.ts';
import { adminCall, loadMessage } from '../calls.ts';

/** What the fields of documents are called, by document; `failure` says why they did not come. */
export const $fields = map<Record<string, { fields?: KeyedField[]; failure?: string } | undefined>>({});

/** Loads what the fields of a document are called, once. */
export async function loadFields(name: string): Promise<void> {
  if ($fields.get()[name]?.fields) return;
  $fields.setKey(name, undefined);
  try {
    const { fields } = await adminCall('GET /api/admin/content/:name', { params: { name: name as ContentName } });
    $fields.setKey(name, { fields });
  } catch (error) {
    $fields.setKey(name, { failure: loadMessage(error, 'Metinler alınamadı.') });
  }
}
