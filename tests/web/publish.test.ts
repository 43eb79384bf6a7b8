import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { PublishState, Release } from '../../src/contract/publish.ts';
import { $question } from '../../src/web/admin/confirm.store.ts';
import {
  $failure,
  $publish,
  loadPublish,
  publishNow,
  restoreRelease,
  setAutomatic,
} from '../../src/web/admin/publish/publish.store.ts';
import { currentStep, isNewer, publishBadge, publishedMessage } from '../../src/web/admin/publish/publish.ts';
import { routes } from '../../src/web/admin/routes.ts';
import { findScreenPath, readBold, readGuide } from '../../src/web/admin/site/guide.ts';
import { watchToasts } from './browser.ts';

const calm: PublishState = {
  state: 'published',
  phase: 'live',
  pending: false,
  pending_changes: [],
  progress: null,
  automatic: true,
  last_published_at: '2026-11-21T10:00:00.000Z',
  last_error: null,
  hook_answer: null,
};

describe('the publish badge', () => {
  test('says that the site is up to date, without a button, when nothing waits', () => {
    expect(publishBadge(calm)).toEqual({ tone: 'live', text: 'Site yayında' });
  });

  test('counts the changes of all rooms and offers to publish them', () => {
    const pending_changes = [
      { room: 'blog', count: 2 },
      { room: 'site', count: 1 },
    ] as const satisfies PublishState['pending_changes'];
    expect(publishBadge({ ...calm, pending: true, pending_changes })).toEqual({
      tone: 'pending',
      text: '3 değişiklik yayın bekliyor',
      button: 'Yayınla',
    });
  });

  test('shows the progress of a release, and a button to try again when it failed', () => {
    const building = { ...calm, state: 'building', phase: 'building', progress: { done: 3, total: 9 } } as const;
    expect(publishBadge(building).text).toBe('Hazırlanıyor: 3 / 9 sayfa');
    expect(publishBadge({ ...calm, state: 'failed', phase: null }).button).toBe('Tekrar dene');
  });
});

test('the step that is marked is the release’s, or that changes wait for the next one', () => {
  expect([currentStep(calm), currentStep({ ...calm, pending: true })]).toEqual(['live', 'saved']);
  expect(currentStep({ ...calm, pending: true, phase: 'checking' })).toBe('checking');
});

test('an answer that the stream has overtaken does not bring an older state back', async () => {
  const building: PublishState = { ...calm, state: 'building', phase: 'saved' };
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async () => (await answer.promise).clone());
  $publish.set(calm);
  const asked = publishNow();
  const published = { ...calm, last_published_at: '2026-11-21T11:00:00.000Z' };
  $publish.set(published);
  answer.resolve(Response.json(building, { status: 202 }));
  await asked;
  expect($publish.value).toBe(published);

  await publishNow();
  expect($publish.value).toEqual(building);
});

test('a state that cannot be loaded says so until it can', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'internal' }, { status: 500 }));
  $publish.set(undefined);
  await loadPublish();
  expect([$failure.value, $publish.value]).toEqual(['Yayın durumu alınamadı.', undefined]);
  vi.stubGlobal('fetch', async () => Response.json(calm));
  await loadPublish();
  expect([$failure.value, $publish.value]).toEqual([undefined, calm]);
});

test('a change whose answer was lost is done if the state says so, and has failed if not', async () => {
  const release = { id: 'r1', state: 'live' };
  const toasts = watchToasts();
  const answers = (state: PublishState, releases: object[]) => async (url: string, init?: RequestInit) => {
    if (init?.method !== 'GET') throw new TypeError('Failed to fetch');
    return Response.json(url.endsWith('/releases') ? releases : state);
  };
  const switchOff = async () => {
    $publish.set(calm);
    toasts.length = 0;
    await setAutomatic(false);
    return [$publish.value?.automatic, toasts.map(({ text }) => text)];
  };
  const goBack = async () => {
    toasts.length = 0;
    const asked = restoreRelease({ id: 'r1' } as Release);
    $question.get()?.answer(true);
    await asked;
    return toasts.map(({ text }) => text);
  };
  vi.stubGlobal('fetch', answers({ ...calm, automatic: false }, [release]));
  expect(await switchOff()).toEqual([false, []]);
  expect(await goBack()).toEqual(['Önceki sürüm yayında.']);
  vi.stubGlobal('fetch', answers(calm, [{ ...release, state: 'old' }]));
  expect(await switchOff()).toEqual([true, ['Ayar kaydedilemedi.']]);
  expect(await goBack()).toEqual(['Sürüme dönülemedi.']);
});

describe('messages about publishing', () => {
  test('report a new release, not a restored one, and none for a static host', () => {
    const older = { ...calm, last_published_at: '2026-11-20T10:00:00.000Z' };
    expect([isNewer(calm, older), isNewer(older, calm), isNewer(calm, calm)]).toEqual([true, false, false]);
    expect(isNewer(calm, { ...calm, last_published_at: null })).toBe(true);
    expect(publishedMessage(calm)).toBe('Site yayınlandı.');
    expect(publishedMessage({ ...calm, hook_answer: 'ok' })).toMatch(/^Yayın servisi çağrıldı/);
  });
});

describe('the guide', () => {
  test('has no Markdown syntax that is not rendered', () => {
    const blocks = readGuide(readFileSync(new URL('../../src/content/guide.md', import.meta.url), 'utf8'));
    expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(12);
    const words = blocks.flatMap((block) => ('text' in block ? [block.text] : block.items));
    const shown = words.flatMap((text) => readBold(text).map((part) => part.text)).join(' ');
    expect(shown).not.toMatch(/\*\*|^#|^---|`/);
  });

  test('links to every screen it names, by its current name', () => {
    const guide = readFileSync(new URL('../../src/content/guide.md', import.meta.url), 'utf8');
    const names = [...guide.matchAll(/\*\*([^*]+)\*\* (?:ekran|siz )/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(6);
    expect(names.filter((name) => !findScreenPath(name))).toEqual([]);
    const workplaces = ['products', 'orders', 'payments', 'blog', 'gallery', 'services', 'enquiries'] as const;
    const paths = names.map(findScreenPath);
    expect(paths.filter((path) => path?.includes(':'))).toEqual([]);
    expect(workplaces.filter((screen) => !paths.includes(routes[screen].path))).toEqual([]);
  });
});
