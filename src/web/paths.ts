/**
 * Every address of the public site; those of the admin area are in adminPaths.ts, which public pages do not load.
 * tests/e2e/pages.e2e.ts checks that each exists.
 */
export const paths = {
  home: '/',
  counselling: '/danismanlik',
  services: '/danismanlik/hizmetler',
  service: (slug: string) => `/danismanlik/hizmetler/${slug}`,
  counsellingFaq: '/danismanlik#danismanlik-sss',
  contact: '/danismanlik#iletisim',
  coaching: '/kocluk',
  programme: (slug: string) => `/kocluk/${slug}`,
  /** The coaching form, with the programme of this id chosen. */
  programmeForm: (id: string) => `/kocluk?program=${id}#on-gorusme`,
  /** A question of a page, opened. */
  question: (page: string, id: string) => `${page}#soru-${id}`,
  coachingForm: '/kocluk#on-gorusme',
  coachingFaq: '/kocluk#kocluk-sss',
  products: '/products',
  product: (slug: string) => `/products/${slug}`,
  blogs: '/blog',
  /** A page of the list; the newest has no key. In a folder of their own, because a slug may look like a key. */
  blogsPage: (key?: string) => (key ? `/blog/sayfa/${key}` : '/blog'),
  blog: (slug: string) => `/blog/${slug}`,
  /** The preview of a post by its secret token, whatever its state. */
  blogPreview: (token: string) => `/onizleme?token=${token}`,
  blogIndex: (key = 'newest') => `/blog-index/${key}.json`,
  /** What other sites show of a post or product. */
  sharePicture: (kind: 'blog' | 'products', slug: string) => `/paylas/${kind}/${slug}.jpg`,
  /** The search, with the query as `?q=`. */
  search: '/ara',
  searchIndex: (key = 'newest') => `/search-index/${key}.json`,
  gallery: '/galeri',
  /** Phone, address and hours; `contact` is the form. */
  reach: '/iletisim',
  legal: '/yasal',
  legalText: (slug: string) => `/yasal/${slug}`,
  legalVersion: (slug: string, version: string) => `/yasal/${slug}/${version}`,
  rss: '/rss.xml',
  sitemap: '/sitemap.xml',
  /** Of all workshops, to subscribe to. */
  calendar: '/atolyeler.ics',

  cart: '/cart',
  /** The cart with its participant dialog open. */
  checkout: '/cart?devam',
  orders: '/orders',
  /** Below it, by order code, the page where a card is typed. */
  cardPayment: '/odeme',
  /** The part of /orders with offers and places in lines. */
  waitlist: '/orders#bekleme',
  /** Below it, by token, the page that takes over a seat. */
  transfer: '/devir',
  /** Below it, by code, a ticket. */
  ticket: '/bilet',
  /** Below it, by number, the check of a certificate. */
  certificate: '/belge',
  feedback: '/geri-bildirim',
  profile: '/profile',
  login: '/login',
  register: '/register',
  activate: '/activate',
  forgotPassword: '/forgot-password',
  authCallback: '/auth/callback',
  logout: '/cikis',

  admin: '/admin',
} as const;

/** The address of a sign-in screen that leads to `returnTo` afterwards. */
export const withReturnTo = (path: string, returnTo: string | undefined): string =>
  returnTo ? `${path}?next=${encodeURIComponent(returnTo)}` : path;

/** The links of the top bar, in order. */
export const mainLinks = [
  { label: 'Anasayfa', path: paths.home },
  { label: 'Danışmanlık', path: paths.counselling },
  { label: 'Koçluk', path: paths.coaching },
  { label: 'Blog', path: paths.blogs },
  { label: 'Atölyeler', path: paths.products },
  { label: 'Galeri', path: paths.gallery },
] as const;
