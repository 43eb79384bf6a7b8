import type { z } from 'zod';
import { accountApi } from './account.ts';
import { auditApi } from './audit.ts';
import { blogApi } from './blog.ts';
import { callOffApi, cancellationsApi } from './cancellations.ts';
import { cardsApi } from './cards.ts';
import { cartApi } from './cart.ts';
import { catalogApi } from './catalog.ts';
import { checkoutsApi } from './checkouts.ts';
import { commentsApi } from './comments.ts';
import { consultingApi } from './consulting.ts';
import { contentApi } from './content.ts';
import { decisionsApi } from './decisions.ts';
import { documentsApi } from './documents.ts';
import { doorApi } from './door.ts';
import type { Endpoint } from './endpoint.ts';
import { enquiriesApi } from './enquiries.ts';
import { feedbackApi } from './feedback.ts';
import { galleryApi } from './gallery.ts';
import { ordersApi } from './orders.ts';
import { paymentSettingsApi } from './paymentSettings.ts';
import { paymentsApi } from './payments.ts';
import { picturesApi } from './pictures.ts';
import { privacyApi } from './privacy.ts';
import { publishApi } from './publish.ts';
import { redirectsApi } from './redirects.ts';
import { samplesApi } from './samples.ts';
import { secondFactorApi } from './secondFactor.ts';
import { securityApi } from './security.ts';
import { setupApi } from './setup.ts';
import { siteApi } from './site.ts';
import { statsApi } from './stats.ts';
import { templatesApi } from './templates.ts';
import { ticketsApi } from './tickets.ts';
import { transfersApi } from './transfers.ts';
import { trashApi } from './trash.ts';
import { waitlistApi } from './waitlist.ts';

/** Every call of the product. */
export const endpoints = {
  ...accountApi,
  ...secondFactorApi,
  ...securityApi,
  ...auditApi,
  ...catalogApi,
  ...cartApi,
  ...ordersApi,
  ...waitlistApi,
  ...cancellationsApi,
  ...callOffApi,
  ...decisionsApi,
  ...transfersApi,
  ...feedbackApi,
  ...ticketsApi,
  ...checkoutsApi,
  ...paymentSettingsApi,
  ...paymentsApi,
  ...cardsApi,
  ...documentsApi,
  ...doorApi,
  ...consultingApi,
  ...contentApi,
  ...galleryApi,
  ...picturesApi,
  ...blogApi,
  ...commentsApi,
  ...enquiriesApi,
  ...privacyApi,
  ...publishApi,
  ...redirectsApi,
  ...statsApi,
  ...siteApi,
  ...templatesApi,
  ...setupApi,
  ...samplesApi,
  ...trashApi,
};

export type AllEndpoints = typeof endpoints;
export type Key = keyof AllEndpoints;

type Read<E, Part extends string, Side extends 'in' | 'out'> =
  E extends Record<Part, infer S extends z.ZodType>
    ? Record<Part, Side extends 'in' ? z.input<S> : z.output<S>>
    : unknown;

/** What a caller sends: `params`, `query` and `body` as far as declared. A multipart call sends FormData. */
export type CallInput<E extends Endpoint> = Read<E, 'params', 'in'> &
  Partial<Read<E, 'query', 'in'>> &
  (E extends { files: unknown }
    ? { body: FormData | (E extends { alsoAcceptsJson: true; body: infer S extends z.ZodType } ? z.input<S> : never) }
    : Read<E, 'body', 'in'>);

/** The parsed `params`, `query` and `body` a handler receives. */
export type HandlerInput<E> = Read<E, 'params', 'out'> & Read<E, 'query', 'out'> & Read<E, 'body', 'out'>;

export type Reply<E extends Endpoint> = z.output<E['reply']>;
