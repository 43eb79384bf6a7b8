/** Addresses that only pages name while they are built: scripts of pages do not load them. */
export const buildPaths = {
  counsellingFaq: '/danismanlik#danismanlik-sss',
  contact: '/danismanlik#iletisim',
  /** The coaching form, with the programme of this id chosen. */
  programmeForm: (id: string) => `/kocluk?program=${id}#on-gorusme`,
  /** All questions of a page that has no room for them. */
  questions: (page: string) => `/sorular${page}`,
  /** A question of a page, opened. */
  question: (page: string, id: string) => `${page}#soru-${id}`,
  coachingForm: '/kocluk#on-gorusme',
  coachingFaq: '/kocluk#kocluk-sss',
  /** What other sites show of a post or product. */
  sharePicture: (kind: 'blog' | 'products', slug: string) => `/paylas/${kind}/${slug}.jpg`,
  legalVersion: (slug: string, version: string) => `/yasal/${slug}/${version}`,
  sitemap: '/sitemap.xml',
  rss: '/rss.xml',
  /** A page of the list; the newest has no key. In a folder of their own, because a slug may look like a key. */
  blogsPage: (key?: string) => (key ? `/blog/sayfa/${key}` : '/blog'),
  /** Below it, by token, the page that takes over a seat. */
  transfer: '/devir',
  feedback: '/geri-bildirim',
  /** Below it, by number, the check of a certificate. */
  certificate: '/belge',
  /** The calendar of all products, to subscribe to. */
  calendar: '/atolyeler.ics',
} as const;
