import { paths as publicPaths } from './paths.ts';

/** Every address of the site, with those of the admin area. */
export const paths = {
  ...publicPaths,
  adminServices: '/admin/consulting',
  adminEnquiries: '/admin/consulting/messages',
  adminAddProduct: '/admin/add-product',
  adminProducts: '/admin/manage-products',
  adminEditProduct: (id: string) => `/admin/edit-product/${id}`,
  adminParticipants: (id: string) => `/admin/participants/${id}`,
  /** Below it, by product, the door with its camera; it works without network. */
  adminDoor: (id: string) => `/admin/door/${id}`,
  adminCategories: '/admin/add-category',
  adminGallery: '/admin/gallery',
  adminOrders: '/admin/orders',
  adminPayments: '/admin/payments',
  adminPaymentSettings: '/admin/payment-settings',
  adminUsers: '/admin/users',
  adminPrivacy: '/admin/people',
  adminPages: '/admin/pages',
  /** The form of a document, `legal/gizlilik` too; `field` opens there. */
  adminPage: (name: string, field?: string) => `/admin/pages/${name}${field ? `?alan=${field}` : ''}`,
  adminBlog: '/admin/blog',
  adminComments: '/admin/manage-comments',
  adminTemplates: '/admin/answer-templates',
  adminTrash: '/admin/trash',
  adminPublish: '/admin/publish',
  adminAudit: '/admin/audit',
  adminSecurity: '/admin/guvenlik',
  adminSite: '/admin/site',
  adminGuide: '/admin/guide',
} as const;
