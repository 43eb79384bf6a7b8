const files = import.meta.glob<string>('../art/*.{avif,webp}', { eager: true, query: '?url', import: 'default' });

/** Address of a picture rendered by scripts/art.ts. Throws when there is none. */
export function artUrl(name: string, type: 'avif' | 'webp'): string {
  const url = files[`../art/${name}.${type}`];
  if (!url) throw new Error(`No picture ${name}.${type} in src/web/art: run node scripts/art.ts`);
  return url;
}
