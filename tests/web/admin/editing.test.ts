import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $question } from '../../../src/web/admin/confirm.store.ts';
import { createEditing } from '../../../src/web/admin/editing.store.ts';
import { createForm } from '../../../src/web/admin/form.store.ts';
import { CallError } from '../../../src/web/http.ts';

const blank = { title: '' };
const [first, second] = [
  { id: '1', title: 'Bir' },
  { id: '2', title: 'İki' },
] as const;

const open = () => {
  const form = createForm({ room: 'test', blank, failure: () => 'Kaydedilemedi.' });
  return { form, ...createEditing(form, blank, ({ title }: { id: string; title: string }) => ({ title })) };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('another thing comes into the form only after asking about what is unsaved there', async () => {
  const { form, $stored, startNew, edit } = open();
  startNew();
  await edit(first);
  form.set('title', 'Bir daha');
  const asking = edit(second);
  $question.get()?.answer(false);
  await asking;
  expect([$stored.get(), form.$form.get().values.title]).toEqual([first, 'Bir daha']);
  const again = edit(second);
  $question.get()?.answer(true);
  await again;
  expect([$stored.get(), form.$form.get().values.title, form.$dirty.get()]).toEqual([second, 'İki', false]);
});

test('what somebody else saved meanwhile can be taken into the form; other failures are no conflict', async () => {
  const { form, $stored, $conflict, edit, takeTheirs, keepConflict } = open();
  await edit(first);
  form.set('title', 'Benimki');
  expect(keepConflict(new CallError(500, {}))).toBe(false);
  expect($conflict.get()).toBeUndefined();
  const theirs = { id: '1', title: 'Onunki' };
  expect(keepConflict(new CallError(409, { code: 'edit_conflict', current: theirs }))).toBe(true);
  takeTheirs();
  expect([$stored.get(), $conflict.get(), form.$form.get().values.title]).toEqual([theirs, undefined, 'Onunki']);
  expect(form.$dirty.get()).toBe(false);
});

test('the form is emptied when what is in it was deleted, and only then', async () => {
  const { form, $stored, edit, leave } = open();
  await edit(first);
  leave('2');
  expect($stored.get()).toEqual(first);
  leave('1');
  expect([$stored.get(), form.$form.get().values.title]).toEqual([undefined, '']);
});
