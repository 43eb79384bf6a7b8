import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $screen } from '../router.store.ts';
import { FormPage } from '../ui/FormPage.tsx';
import { $target, $warnings, editor, goTo, type Page } from './editPage.store.ts';
import { LetterSum } from './LetterSum.tsx';
import { type Part, partsOf, placeOf } from './pages.ts';
import { schedulePreview, setPart } from './preview.store.ts';
import { Sketch } from './Sketch.tsx';
import { useTargeted } from './useTargeted.ts';
import { WordField } from './WordField.tsx';
import { holdsPath } from './words.ts';

const { form, save } = editor;

/** The form of a page from top to bottom, in parts that fold. */
export function PageForm({ page }: { page: Page }) {
  const target = useStore($target);
  const { values } = useStore(form.$form);
  useEffect(() => {
    const { alan } = $screen.get()?.search ?? {};
    if (alan) goTo(alan);
  }, []);
  useEffect(() => target && focusField(target.path), [target]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are what it follows
  useEffect(() => schedulePreview(), [values]);
  return (
    <FormPage
      form={form}
      save="Kaydet"
      onSave={() => void save()}
      foot={page.max_letters && <LetterSum page={page} max={page.max_letters} />}
      hasPanels
    >
      {partsOf(page.fields).map((part, index) => (
        <PartPanel key={part.key} page={page} part={part} isFirst={index === 0} />
      ))}
      {page.name.startsWith('legal/') && <AskAgain />}
    </FormPage>
  );
}

/** A part of the page that folds; it is open while one of its fields is wrong. */
function PartPanel({ page, part, isFirst }: { page: Page; part: Part; isFirst: boolean }) {
  const { problem } = useStore(form.$form);
  const warnings = useStore($warnings);
  const [isOpen, setOpen] = useState(isFirst);
  const keys = part.fields.map(({ key }) => key);
  useTargeted(keys, () => setOpen(true));
  const isWrong = keys.some((key) => holdsPath(key, Object.keys(problem.fields)));
  const isAdvised = keys.some((key) =>
    holdsPath(
      key,
      warnings.map(({ path }) => path),
    ),
  );
  const [only] = part.fields;
  return (
    <details
      className="panel pe__part"
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onFocus={() => setPart(part.key)}
    >
      <summary className="pe__head">
        <Sketch name={page.name} part={part.key} />
        <span>
          <h2>{part.title}</h2>
          <small>{placeOf(page.name, part.key)}</small>
        </span>
        {isWrong && <span className="pill pill--err">düzeltilmeli</span>}
        {isAdvised && !isWrong && <span className="pill pill--warn">öneri var</span>}
      </summary>
      <div className="form">
        {/* The fields of a single group need no second heading. */}
        {only?.kind === 'group' && part.fields.length === 1 ? (
          <WordField field={only} path={[only.key]} isPart />
        ) : (
          part.fields.map((field) => <WordField key={field.key} field={field} path={[field.key]} />)
        )}
      </div>
    </details>
  );
}

/** Whether accounts are told of a changed legal text. */
function AskAgain() {
  const { values, sending } = useStore(form.$form);
  return (
    <section className="panel">
      <h2>Bu değişiklik bildirilsin mi?</h2>
      <label className="check">
        <input
          type="checkbox"
          checked={values.ask_again}
          disabled={sending}
          onChange={(event) => form.set('ask_again', event.target.checked)}
        />
        <span>
          Evet: kişilerin hakları ya da verilerinin kullanımı değişiyor. Hesabı olanlar bir sonraki girişlerinde tek
          cümleyle öğrensin.
        </span>
      </label>
      <p className="quiet">
        Yazım düzeltmesinde gerekmez. Formları bundan sonra dolduranlar zaten yeni metni onaylar; verilmiş onaylar geri
        alınmaz, verildikleri sürüme bağlı kalır.
      </p>
    </section>
  );
}

/** Moves the focus to the control of a field once the parts around it are open. */
function focusField(path: string): void {
  requestAnimationFrame(() => {
    const field = document.querySelector(`[data-path="${CSS.escape(path)}"]`);
    const control = field?.querySelector<HTMLElement>('input, textarea, select, summary, button');
    field?.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  });
}
