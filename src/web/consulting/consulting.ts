import type { Service } from '../../contract/consulting.ts';
import { toSlug } from '../../shared/slug.ts';

/** Splits a description at its blank lines. */
export const paragraphsOf = (description: string): string[] => description.split(/\n{2,}/);

/** The part of a description that a card shows. */
export const firstParagraph = (description: string): string => paragraphsOf(description)[0] ?? '';

/** A service with the end of its page's address. */
export type NamedService = Service & { slug: string };

/** Gives each service the slug of its title; of equal ones all but the oldest get a number. */
export function nameServices(services: Service[]): NamedService[] {
  const seen = new Map<string, number>();
  return services.map((service) => {
    const slug = toSlug(service.title);
    const count = (seen.get(slug) ?? 0) + 1;
    seen.set(slug, count);
    return { ...service, slug: count > 1 ? `${slug}-${count}` : slug };
  });
}
