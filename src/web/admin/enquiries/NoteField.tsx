import { useEffect, useState } from 'react';
import type { Enquiry } from '../../../contract/enquiries.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { markUnsaved } from '../../ui/unsaved.ts';
import { saveNote } from './enquiries.store.ts';

/** The private note of a message, closed while there is none. */
export function NoteField({ message }: { message: Enquiry }) {
  const { id, note } = message;
  /** What was typed over which note and is not saved yet: undefined follows the stored note. */
  const [typed, setTyped] = useState<{ text: string; before: string }>();
  const draft = typed?.text ?? note;
  const [saving, setSaving] = useState(false);
  const dirty = draft !== note;
  useEffect(() => {
    markUnsaved(`note ${id}`, dirty);
    return () => markUnsaved(`note ${id}`, false);
  }, [id, dirty]);
  const save = async () => {
    setSaving(true);
    if (await saveNote(message, draft)) setTyped(undefined);
    setSaving(false);
  };
  return (
    <details className="msg__note" open={note !== ''}>
      <summary>{note ? 'Özel not' : 'Özel not ekle'}</summary>
      <div className="form">
        <TextField
          label="Özel not"
          hint="Yalnızca yöneticiler görür, şifrelenerek saklanır. Kişi verilerinin kopyasını isterse kopyada yer alır."
          maxLength={2000}
          value={draft}
          readOnly={saving}
          onChange={({ target }) => setTyped({ text: target.value, before: typed?.before ?? note })}
        />
        {dirty && !saving && typed?.before !== note && (
          <p className="note note--warn" role="alert">
            {note ? `Bu arada kaydedilen not: “${note}”` : 'Not bu arada silindi.'} Kaydederseniz sizinki onun yerine
            geçer.
          </p>
        )}
        <div>
          <Button kind="line" busy={saving} disabled={!dirty} onClick={() => void save()}>
            Notu kaydet
          </Button>
        </div>
      </div>
    </details>
  );
}
