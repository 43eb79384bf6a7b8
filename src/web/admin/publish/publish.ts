import type { PublishState, Release } from '../../../contract/publish.ts';

/** The steps from a saved change to the live site. */
export const steps = [
  { phase: 'saved', label: 'Kaydedildi' },
  { phase: 'building', label: 'Hazırlanıyor' },
  { phase: 'checking', label: 'Denetleniyor' },
  { phase: 'live', label: 'Yayında' },
] as const;

/** The step to mark: changes that wait come before `live`. */
export const currentStep = ({ phase, pending }: PublishState): PublishState['phase'] =>
  phase === 'live' && pending ? 'saved' : phase;

/** What the badge shows. */
interface Badge {
  tone: 'pending' | 'building' | 'live' | 'failed';
  text: string;
  button?: 'Yayınla' | 'Tekrar dene';
}

/** The badge of a publishing state. Waiting changes come before `live`: they are what an admin can act on. */
export function publishBadge(state: PublishState): Badge {
  if (state.state === 'building') return { tone: 'building', text: progressText(state) };
  if (state.state === 'failed') return { tone: 'failed', text: 'Yayınlanamadı', button: 'Tekrar dene' };
  const count = state.pending_changes.reduce((sum, room) => sum + room.count, 0);
  if (count) return { tone: 'pending', text: `${count} değişiklik yayın bekliyor`, button: 'Yayınla' };
  if (state.state === 'idle') return { tone: 'pending', text: 'Henüz yayınlanmadı', button: 'Yayınla' };
  return { tone: 'live', text: 'Site yayında' };
}

function progressText({ phase, progress }: PublishState): string {
  if (phase === 'saved') return 'Sıraya alındı…';
  if (phase === 'checking') return 'Denetleniyor…';
  return progress ? `Hazırlanıyor: ${progress.done} / ${progress.total} sayfa` : 'Hazırlanıyor…';
}

/** Whether a release was published since; a restored release is an older one. */
export const isNewer = (state: PublishState, before: PublishState): boolean =>
  (state.last_published_at ?? '') > (before.last_published_at ?? '');

/** What to say after publishing; a static host that was notified needs some minutes. */
export const publishedMessage = ({ hook_answer }: PublishState): string =>
  hook_answer ? 'Yayın servisi çağrıldı; site birkaç dakika içinde güncellenir.' : 'Site yayınlandı.';

export const roomNames = {
  catalog: 'Atölyeler',
  consulting: 'Hizmetler',
  gallery: 'Galeri',
  content: 'Metinler',
  blog: 'Blog',
  site: 'Site bilgileri',
} as const satisfies Record<PublishState['pending_changes'][number]['room'], string>;

/** `Blog: 2, Metinler: 1`: how many changes a release brought. */
export const changedWords = ({ changes }: Release): string =>
  changes.map(({ room, count }) => `${roomNames[room]}: ${count}`).join(', ');

export const releaseStates = {
  live: { label: 'Yayında', tone: 'ok' },
  old: { label: 'Önceki sürüm', tone: 'mute' },
  checking: { label: 'Denetleniyor', tone: 'info' },
  failed: { label: 'Yayınlanamadı', tone: 'err' },
} as const satisfies Record<Release['state'], { label: string; tone: string }>;
