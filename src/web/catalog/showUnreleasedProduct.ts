import { createPicture } from '../ui/createPicture.ts';
import { findProduct } from './catalog.store.ts';
import { fillFacts } from './fillFacts.ts';
import { showProduct } from './updateCards.ts';

/** Fills `article` with a product created after the last release. False when none is on sale. Throws CallError. */
export async function showUnreleasedProduct(article: HTMLElement, slug: string): Promise<boolean> {
  const product = await findProduct(slug);
  if (!product) return false;
  const setText = (selector: string, text: string) => {
    (article.querySelector(selector) as HTMLElement).textContent = text;
  };
  setText('h1', product.title);
  fillFacts(article.querySelector('.meta') as HTMLElement, product);
  setText('.event__text', product.description);
  article.querySelector('.prod__main')?.replaceWith(createPicture(product.image1, '40rem', 'prod__main'));
  article.querySelector('.prod__snap')?.replaceWith(createPicture(product.image2, '14rem', 'prod__snap'));
  showProduct(article, product);
  document.title = product.title;
  return true;
}
