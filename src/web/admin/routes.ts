/**
 * Describes every screen without its code. To add one:
 * 1. give it an address in `web/adminPaths.ts` and an entry here;
 * 2. write `admin/<room>/<Name>Screen.tsx` with the component as default export, its loader in screens.ts. The shell
 *    draws title, breadcrumb and publish badge, the screen everything below;
 * 3. keep its state in `admin/<room>/<room>.store.ts`: `createList` for tables, `createEditor` or
 *    `createEditForm` for forms, `confirm` for questions. Call the API through calls.ts, which renews an ended session.
 */

import { paths } from '../adminPaths.ts';
import { lira } from '../ui/paymentIcons.ts';
import * as icons from './ui/icons.ts';

export interface ScreenProps {
  /** Values of the placeholders in its path. */
  params: Record<string, string>;
}

interface Route {
  path: string;
  title: string;
  /** The screen one step up in the breadcrumb; the dashboard if not given. */
  parent?: RouteName;
  /** Its group in the sidebar, with its icon and label there; a screen without one is reached from other screens. */
  group?: Group;
  icon?: string;
  label?: string;
  /** The number shown beside its link in the sidebar. */
  count?: 'unread_messages' | 'pending_comments' | 'overdue_payments';
}

export const groups = ['', 'İçerik', 'Danışmanlık', 'Site'] as const;
type Group = (typeof groups)[number];

const all = {
  dashboard: { path: paths.admin, title: 'Yönetim Paneli', group: '', icon: icons.home },
  products: { path: paths.adminProducts, title: 'Atölyeler', group: '', icon: icons.box },
  addProduct: { path: paths.adminAddProduct, title: 'Yeni Ürün Ekle', parent: 'products' },
  editProduct: { path: paths.adminEditProduct(':id'), title: 'Atölyeyi Düzenle', parent: 'products' },
  participants: { path: paths.adminParticipants(':id'), title: 'Katılımcılar', parent: 'products' },
  categories: { path: paths.adminCategories, title: 'Kategori Ekle', group: '', icon: icons.tag, label: 'Kategoriler' },
  orders: { path: paths.adminOrders, title: 'Siparişler', group: '', icon: icons.receipt },
  payments: { path: paths.adminPayments, title: 'Ödemeler', group: '', icon: lira, count: 'overdue_payments' },
  paymentSettings: { path: paths.adminPaymentSettings, title: 'Ödeme Ayarları', parent: 'payments' },
  users: { path: paths.adminUsers, title: 'Kullanıcılar', group: '', icon: icons.users },
  privacy: {
    path: paths.adminPrivacy,
    title: 'Kişisel Veriler',
    group: '',
    icon: icons.shield,
    label: 'Kişisel veriler',
  },
  pages: { path: paths.adminPages, title: 'Sayfalar', group: 'İçerik', icon: icons.page },
  editPage: { path: paths.adminPage(':id'), title: 'Sayfayı Düzenle', parent: 'pages' },
  editLegalText: { path: paths.adminPage('legal/:id'), title: 'Yasal Metni Düzenle', parent: 'pages' },
  blog: { path: paths.adminBlog, title: 'Blog', group: 'İçerik', icon: icons.pen },
  comments: {
    path: paths.adminComments,
    title: 'Yorumlar',
    group: 'İçerik',
    icon: icons.comment,
    count: 'pending_comments',
  },
  templates: { path: paths.adminTemplates, title: 'Hazır Yanıtlar' },
  gallery: { path: paths.adminGallery, title: 'Galeri', group: 'İçerik', icon: icons.image },
  services: {
    path: paths.adminServices,
    title: 'Hizmet Yönetimi',
    group: 'Danışmanlık',
    icon: icons.bulletList,
    label: 'Hizmet yönetimi',
  },
  enquiries: {
    path: paths.adminEnquiries,
    title: 'Gelen Mesajlar',
    group: 'Danışmanlık',
    icon: icons.mail,
    label: 'Gelen mesajlar',
    count: 'unread_messages',
  },
  publish: { path: paths.adminPublish, title: 'Yayın', group: 'Site', icon: icons.cloudUpload },
  site: { path: paths.adminSite, title: 'Site Bilgileri', group: 'Site', icon: icons.pin, label: 'Site bilgileri' },
  trash: { path: paths.adminTrash, title: 'Çöp Kutusu', group: 'Site', icon: icons.trash, label: 'Çöp kutusu' },
  audit: {
    path: paths.adminAudit,
    title: 'Değişiklik Geçmişi',
    group: 'Site',
    icon: icons.clock,
    label: 'Değişiklik geçmişi',
  },
  security: {
    path: paths.adminSecurity,
    title: 'Güvenlik Kayıtları',
    group: 'Site',
    icon: icons.shield,
    label: 'Güvenlik kayıtları',
  },
  guide: { path: paths.adminGuide, title: 'İlk Adımlar', group: 'Site', icon: icons.right, label: 'İlk adımlar' },
} as const satisfies Record<string, Omit<Route, 'parent'> & { parent?: string }>;

export type RouteName = keyof typeof all;
export const routes: Record<RouteName, Route> = all;
