import { formatDate } from '../../shared/format.ts';

/** `2026-11-22` and `2026-11-22-2` as people read them. */
export function formatVersion(version: string): string {
  const [, day = version, number] = /^(\d{4}-\d{2}-\d{2})(?:-(\d+))?$/.exec(version) ?? [];
  return number ? `${formatDate(day)} (${number}. metin)` : formatDate(day);
}
