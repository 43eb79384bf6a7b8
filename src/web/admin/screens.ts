import type { ComponentType } from 'react';
import type { RouteName, ScreenProps } from './routes.ts';

type Loader = () => Promise<{ default: ComponentType<ScreenProps> }>;

/** Loads the code of each screen when it is first visited. Imported by the shell alone; all others import routes.ts. */
export const screens: Record<RouteName, Loader> = {
  dashboard: () => import('./dashboard/DashboardScreen.tsx'),
  products: () => import('./products/ProductsScreen.tsx'),
  addProduct: () => import('./products/AddProductScreen.tsx'),
  editProduct: () => import('./products/EditProductScreen.tsx'),
  participants: () => import('./participants/ParticipantsScreen.tsx'),
  categories: () => import('./categories/CategoriesScreen.tsx'),
  orders: () => import('./orders/OrdersScreen.tsx'),
  payments: () => import('./payments/PaymentsScreen.tsx'),
  paymentSettings: () => import('./payments/PaymentSettingsScreen.tsx'),
  users: () => import('./users/UsersScreen.tsx'),
  privacy: () => import('./privacy/PrivacyScreen.tsx'),
  pages: () => import('./pages/PagesScreen.tsx'),
  editPage: () => import('./pages/EditPageScreen.tsx'),
  editLegalText: () => import('./pages/EditLegalTextScreen.tsx'),
  blog: () => import('./blog/BlogScreen.tsx'),
  comments: () => import('./comments/CommentsScreen.tsx'),
  templates: () => import('./templates/TemplatesScreen.tsx'),
  gallery: () => import('./gallery/GalleryScreen.tsx'),
  services: () => import('./consulting/ServicesScreen.tsx'),
  enquiries: () => import('./enquiries/EnquiriesScreen.tsx'),
  publish: () => import('./publish/PublishScreen.tsx'),
  site: () => import('./site/SiteScreen.tsx'),
  trash: () => import('./trash/TrashScreen.tsx'),
  audit: () => import('./audit/AuditScreen.tsx'),
  security: () => import('./security/SecurityScreen.tsx'),
  guide: () => import('./site/GuideScreen.tsx'),
};
