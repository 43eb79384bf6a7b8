import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $question } from '../../../src/web/admin/confirm.store.ts';
import { createEditor } from '../../../src/web/admin/editor.store.ts';
import { CallError } from '../../../src/web/http.ts';
import { forgetUnsaved } from '../../../src/web/ui/unsaved.ts';
import { storageOf } from '../browser.ts';

interface Thing {
  id: string;
  title: string;
  updated_at?: string;
}

const [first, second] = [
  { id: '1', title: 'Bir' },
  { id: '2', title: 'İki' },
] as const;

/** An editor whose saving ends as `answer` says; every save is noted with the state it was based on. */
function open(answer: (base: Thing | undefined) => Promise<Thing> = () => Promise.resolve(first)) {
  const bases: (Thing | undefined)[] = [];
  const saved: (Thing | undefined)[] = [];
  const editor = createEditor<Thing, { title: string }, Thing>({
    name: 'test',
    blank: { title: '' },
    toValues: ({ title }) => ({ title }),
    failure: (error) => (error instanceof CallError && error.message) || 'Kaydedilemedi.',
    send(_submission, _stored, base) {
      bases.push(base);
      return answer(base);
    },
    afterSave: (_reply, base) => void saved.push(base),
  });
  const title = () => editor.form.$form.get().values.title;
  return { ...editor, bases, saved, title };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  forgetUnsaved();
  vi.useRealTimers();
});

test('opening another item asks first when the form has unsaved changes', async () => {
  const { form, $stored, startNew, edit, title } = open();
  startNew();
  await edit(first);
  form.set('title', 'Bir daha');
  const asking = edit(second);
  $question.get()?.answer(false);
  await asking;
  expect([$stored.get(), title()]).toEqual([first, 'Bir daha']);
  const again = edit(second);
  $question.get()?.answer(true);
  await again;
  expect([$stored.get(), title(), form.$dirty.get()]).toEqual([second, 'İki', false]);
});

const theirs = { id: '1', title: 'Onunki' };
const conflict = () => Promise.reject(new CallError(409, { code: 'edit_conflict', current: theirs }));

test('after a conflict the version another admin saved can be loaded into the form', async () => {
  const { form, $stored, edit, save, discardMine, saved, title } = open(conflict);
  await edit(first);
  form.set('title', 'Benimki');
  await save();
  expect(form.$form.get()).toMatchObject({ values: { title: 'Benimki' }, problem: { conflict: theirs } });
  expect(saved).toEqual([]);
  discardMine();
  expect([$stored.get(), title(), form.$dirty.get()]).toEqual([theirs, 'Onunki', false]);
  expect(form.$form.get().problem).toEqual({ fields: {} });
});

test('after a conflict the version in the form can be saved over the stored one', async () => {
  const { form, edit, save, overwrite, bases, saved } = open((base) =>
    base === theirs ? Promise.resolve({ ...theirs, title: 'Benimki' }) : conflict(),
  );
  await edit(first);
  form.set('title', 'Benimki');
  await save();
  await overwrite();
  expect([bases, saved]).toEqual([[first, theirs], [theirs]]);
});

test('what was saved by a try whose answer was lost is saved, without a question and without sending it again', async () => {
  const mine = { ...theirs, title: 'Benim sözüm' };
  const refused = new CallError(409, { code: 'edit_conflict', current: mine });
  const { form, edit, save, bases, saved } = open(() => Promise.reject(refused));
  await edit(first);
  form.set('title', ' Benim  sözüm\n');
  await save();
  expect([bases, saved, form.$dirty.get()]).toEqual([[first], [first], false]);
});

test('after a lost answer a conflict is not said to be with somebody else, until something else is opened', async () => {
  const answers = [new CallError(0, {}), new CallError(409, { code: 'edit_conflict', current: theirs })];
  const { form, $unanswered, edit, save, discardMine } = open(() => Promise.reject(answers.shift()));
  await edit(first);
  form.set('title', 'Benimki');
  await save();
  await save();
  const { problem } = form.$form.get();
  expect(problem).toMatchObject({ conflict: theirs });
  expect([problem.message, $unanswered.get()]).toEqual([expect.stringContaining('yanıtı gelmeyen denemeniz'), true]);
  discardMine();
  expect($unanswered.get()).toBe(false);
});

test('a draft is saved over the version it began from, until something is saved or opened', async () => {
  vi.stubGlobal('localStorage', storageOf(new Map()));
  const { form, show, save, overwrite, bases } = open(conflict);
  show({ ...first, updated_at: 'v1' });
  form.set('title', 'Yarım');
  vi.advanceTimersByTime(400);
  show({ id: '1', title: 'Onunki', updated_at: 'v2' });
  form.restoreDraft();
  await save();
  await overwrite();
  form.reset();
  await save();
  expect(bases.map((base) => base?.updated_at)).toEqual(['v1', undefined, 'v2']);
});

test('closing the conflict dialog keeps the values in the form', async () => {
  const { form, edit, save, closeConflict, title } = open(conflict);
  await edit(first);
  form.set('title', 'Benimki');
  await save();
  closeConflict();
  expect([title(), form.$form.get().problem]).toEqual(['Benimki', { fields: {}, message: 'Kaydedilemedi.' }]);
});

test('failures other than a conflict open no conflict dialog', async () => {
  const { form, edit, save, overwrite, bases } = open(() => Promise.reject(new CallError(500, {})));
  await edit(first);
  await save();
  await overwrite();
  expect([form.$form.get().problem, bases]).toEqual([{ fields: {}, message: 'Kaydedilemedi.' }, [first]]);
});

test('the form is cleared only when the item in it was deleted', async () => {
  const { $stored, edit, onDeleted, title } = open();
  await edit(first);
  onDeleted(second);
  expect($stored.get()).toEqual(first);
  onDeleted(first);
  expect([$stored.get(), title()]).toEqual([undefined, '']);
});
