/** The ages that something is for, both included; null and missing where there is no bound. */
export interface AgeRange {
  age_from?: number | null | undefined;
  age_to?: number | null | undefined;
}

/** `7–10 yaş`, `18 yaş ve üzeri`, `12 yaşa kadar`; blank for all ages. */
export function formatAges({ age_from, age_to }: AgeRange): string {
  if (age_from == null) return age_to == null ? '' : `${age_to} yaşa kadar`;
  if (age_to == null) return `${age_from} yaş ve üzeri`;
  return age_from === age_to ? `${age_from} yaş` : `${age_from}–${age_to} yaş`;
}

export const isAgeWithin = (age: number, { age_from, age_to }: AgeRange): boolean =>
  age >= (age_from ?? 0) && age <= (age_to ?? Number.POSITIVE_INFINITY);
