const wordsPerMinute = 200;

/** Minutes it takes to read an article, at least 1. */
export function readingMinutes(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').split(/\s+/).length;
  return Math.max(1, Math.round(words / wordsPerMinute));
}
