/**
 * Every address of the public site; those of the admin area are in adminPaths.ts, and those that only pages
 * name while they are built in buildPaths.ts: scripts of public pages load neither.
 * tests/e2e/pages.e2e.ts checks that each exists.
 */
export const paths = {
  home: '/',
  counselling: '/danismanlik',
  services: '/danismanlik/hizmetler',
  service: (slug: string) => `/danismanlik/hizmetler/${slug}`,
  coaching: '/kocluk',
  programme: (slug: string) => `/kocluk/${slug}`,
  products: '/products',
  product: (slug: string) => `/products/${slug}`,
  blogs: '/blog',
  blog: (slug: string) => `/blog/${slug}`,
  /** The preview of a post by its secret token, whatever its state. */
  blogPreview: (token: string) => `/onizleme?token=${token}`,
  blogIndex: (key = 'newest') => `/blog-index/${key}.json`,
  /** The search, with the query as `?q=`. */
  search: '/ara',
  searchIndex: (key = 'newest') => `/search-index/${key}.json`,
  gallery: '/galeri',
  /** The page with phone, address and hours; `contact` is the form. */
  reach: '/iletisim',
  legal: '/yasal',
  legalText: (slug: string) => `/yasal/${slug}`,

  cart: '/cart',
  /** The cart with its participant dialog open. */
  checkout: '/cart?devam',
  orders: '/orders',
  /** The page where a card is typed is at this path and the order code. */
  cardPayment: '/odeme',
  /** The part of /orders with offers and places in lines. */
  waitlist: '/orders#bekleme',
  /** A ticket is at this path and its code. */
  ticket: '/bilet',
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
