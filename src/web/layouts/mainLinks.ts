import { paths } from '../paths.ts';

/** The links of the top bar, in order. Beside `paths`, browsers would load what is left of it with every page. */
export const mainLinks = [
  { label: 'Anasayfa', path: paths.home },
  { label: 'Danışmanlık', path: paths.counselling },
  { label: 'Koçluk', path: paths.coaching },
  { label: 'Blog', path: paths.blogs },
  { label: 'Atölyeler', path: paths.products },
  { label: 'Galeri', path: paths.gallery },
] as const;
