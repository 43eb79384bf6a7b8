import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { Conflict } from '../ui/Conflict.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { TemplateList } from './TemplateList.tsx';
import { $templates, editor, open } from './templates.store.ts';
import { compareTemplates, type Place, places } from './templates.ts';
import './templates-screen.css';

/** The words that answers to comments and enquiries start from. */
export default function TemplatesScreen() {
  const templates = useStore($templates);
  useEffect(() => void open(), []);
  if (templates.state === 'failed') return <ErrorNote text={templates.message} onRetry={() => void open()} />;
  if (templates.state !== 'loaded') return <Loading shapes={['panel', 'panel']} />;
  return (
    <>
      <FormPage form={editor.form} save="Kaydet" onSave={() => void editor.save()} hasPanels>
        {(Object.keys(places) as Place[]).map((place) => (
          <TemplateList key={place} place={place} />
        ))}
      </FormPage>
      <Conflict editor={editor} what="Hazır yanıtlar" compare={compareTemplates} />
    </>
  );
}
