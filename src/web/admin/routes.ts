/**
 * Every screen of the admin area. To add one:
 * 1. give it an address in `web/paths.ts` and an entry here (`parent` makes the breadcrumb, `group` puts it into the sidebar);
 * 2. write `admin/<room>/<Name>Screen.tsx` with the component as default export; it is loaded when first visited and gets
 *    the address's parameters as `params`. The shell draws title, breadcrumb and publish chip, the screen what is below;
 * 3. keep its state in `admin/<room>/<room>.store.ts`: a table is `createList`, a form `createForm`, a question `ask`.
 *    Call the API through `adminCall`/`adminPage`/`adminUpload` (calls.ts): they survive a session that ends meanwhile.
 */
import type { ComponentType } from 'react';
import { paths } from '../paths.ts';
import * as icons from '../ui/icons.ts';

export interface ScreenProps {
  /** What the address carries in its place holders. */
  params: Record<string, string>;
}

export interface Route {
  path: string;
  title: string;
  load: () => Promise<{ default: ComponentType<ScreenProps> }>;
  /** The screen one step up; the dashboard if not given. */
  parent?: RouteName;
  /** Where it stands in the sidebar, with which icon and name; screens without are reached from others. */
  group?: Group;
  icon?: string;
  label?: string;
  /** The number beside its link in the sidebar. */
  count?: 'unread_messages' | 'pending_comments';
}

export const groups = ['', 'İçerik', 'Danışmanlık', 'Site'] as const;
type Group = (typeof groups)[number];

const all = {
  dashboard: {
    path: paths.admin,
    title: 'Yönetim Paneli',
    load: () => import('./dashboard/DashboardScreen.tsx'),
    group: '',
    icon: icons.home,
  },
  products: {
    path: paths.adminProducts,
    title: 'Ürünler',
    load: () => import('./products/ProductsScreen.tsx'),
    group: '',
    icon: icons.box,
  },
  addProduct: {
    path: paths.adminAddProduct,
    title: 'Yeni Ürün Ekle',
    load: () => import('./products/AddProductScreen.tsx'),
    parent: 'products',
  },
  editProduct: {
    path: paths.adminEditProduct(':id'),
    title: 'Ürünü Düzenle',
    load: () => import('./products/EditProductScreen.tsx'),
    parent: 'products',
  },
  participants: {
    path: paths.adminParticipants(':id'),
    title: 'Katılımcılar',
    load: () => import('./participants/ParticipantsScreen.tsx'),
    parent: 'products',
  },
  categories: {
    path: paths.adminAddCategory,
    title: 'Kategori Ekle',
    load: () => import('./categories/CategoriesScreen.tsx'),
    group: '',
    icon: icons.tag,
    label: 'Kategoriler',
  },
  orders: {
    path: paths.adminOrders,
    title: 'Siparişler',
    load: () => import('./orders/OrdersScreen.tsx'),
    group: '',
    icon: icons.order,
  },
  users: {
    path: paths.adminUsers,
    title: 'Kullanıcılar',
    load: () => import('./users/UsersScreen.tsx'),
    group: '',
    icon: icons.users,
  },
  people: {
    path: paths.adminPeople,
    title: 'Kişisel Veriler',
    load: () => import('./people/PeopleScreen.tsx'),
    group: '',
    icon: icons.shield,
    label: 'Kişisel veriler',
  },
  blog: {
    path: paths.adminBlog,
    title: 'Blog',
    load: () => import('./blog/BlogScreen.tsx'),
    group: 'İçerik',
    icon: icons.pen,
  },
  comments: {
    path: paths.adminComments,
    title: 'Yorumlar',
    load: () => import('./comments/CommentsScreen.tsx'),
    group: 'İçerik',
    icon: icons.comment,
    count: 'pending_comments',
  },
  gallery: {
    path: paths.adminGallery,
    title: 'Galeri',
    load: () => import('./gallery/GalleryScreen.tsx'),
    group: 'İçerik',
    icon: icons.image,
  },
  services: {
    path: paths.adminServices,
    title: 'Hizmet Yönetimi',
    load: () => import('./consulting/ServicesScreen.tsx'),
    group: 'Danışmanlık',
    icon: icons.list,
    label: 'Hizmet yönetimi',
  },
  messages: {
    path: paths.adminMessages,
    title: 'Gelen Mesajlar',
    load: () => import('./enquiries/MessagesScreen.tsx'),
    group: 'Danışmanlık',
    icon: icons.mail,
    label: 'Gelen mesajlar',
    count: 'unread_messages',
  },
  publish: {
    path: paths.adminPublish,
    title: 'Yayın',
    load: () => import('./publish/PublishScreen.tsx'),
    group: 'Site',
    icon: icons.globeup,
  },
  site: {
    path: paths.adminSite,
    title: 'Site Bilgileri',
    load: () => import('./site/SiteScreen.tsx'),
    group: 'Site',
    icon: icons.pin,
    label: 'Site bilgileri',
  },
  guide: {
    path: paths.adminGuide,
    title: 'İlk Adımlar',
    load: () => import('./site/GuideScreen.tsx'),
    group: 'Site',
    icon: icons.right,
    label: 'İlk adımlar',
  },
} as const satisfies Record<string, Omit<Route, 'parent'> & { parent?: string }>;

export type RouteName = keyof typeof all;
export const routes: Record<RouteName, Route> = all;
