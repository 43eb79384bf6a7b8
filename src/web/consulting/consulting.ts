import type { Service } from '../../contract/consulting.ts';
import { serviceSlug } from '../../shared/slug.ts';

/** Splits a description at its blank lines. */
export const paragraphsOf = (description: string): string[] => description.split(/\n{2,}/);

/** The part of a description that a card shows. */
export const firstParagraph = (description: string): string => paragraphsOf(description)[0] ?? '';

/** A service with the end of its page's address. */
export type NamedService = Service & { slug: string };

/** Gives each service the slug of its title, with a number where one before it has that (docs/rules.md, slugs). */
export function nameServices(services: Service[]): NamedService[] {
  const taken = new Set<string>();
  return services.map((service) => {
    const base = serviceSlug(service.title);
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
    taken.add(slug);
    return { ...service, slug };
  });
}
