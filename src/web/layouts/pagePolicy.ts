import { createHash } from 'node:crypto';
import { inlineTexts, type PageElement, scriptAddresses } from './inlineTags.ts';

/** What a page may use beside its own files. */
interface PolicyOptions {
  /** Texts of the inline scripts that pages may hold. */
  scripts: readonly string[];
  /** Origins of the API and of the auth service, where they are elsewhere. */
  connect: string[];
  /** Sources of pictures. */
  pictures: string[];
  /** Origins whose pages may stand in a frame here. */
  frames: string[];
  /** Whether a library of the page parses HTML by itself (the editor): its policy of trusted types is `default`. */
  hasLibraries: boolean;
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const unique = (sources: string[]) => [...new Set(sources)].join(' ');

/**
 * Writes the content security policy into the head of a page, with hashes of its styles and of those inline scripts
 * that are in `scripts`. Throws for any other script, so that a page with an injected one is never published.
 */
export function writePolicy(html: string, elements: PageElement[], options: PolicyOptions): string {
  const { scripts, connect, pictures, frames, hasLibraries } = options;
  const inline = inlineTexts(elements, 'script');
  const foreign =
    inline.find((text) => !scripts.includes(text)) ??
    scriptAddresses(elements).find((address) => !/^\/_astro\/(?!.*\.\.)[\w./@~-]+\.js$/.test(address));
  if (foreign !== undefined) throw new Error(`sayfada sitenin kodundan olmayan bir betik var: ${foreign.slice(0, 80)}`);
  // Astro hands the slots of an island to React as plain HTML, so such a page cannot require trusted types.
  const hasSlots = html.includes('<astro-slot') || html.includes('<template data-astro-template');
  const policy = [
    "default-src 'self'",
    `script-src ${unique(["'self'", ...inline.map(hash)])}`,
    `style-src ${unique(["'self'", ...inlineTexts(elements, 'style').map(hash)])}`,
    `img-src ${unique(["'self'", 'data:', 'blob:', ...pictures])}`,
    `connect-src ${unique(["'self'", ...connect])}`,
    // The admin area shows previews of pages beside their form.
    `frame-src ${unique([...(hasLibraries ? ["'self'", ...connect] : []), ...frames, 'https://www.youtube-nocookie.com', 'https://player.vimeo.com'])}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ...(hasSlots
      ? []
      : ["require-trusted-types-for 'script'", `trusted-types site post${hasLibraries ? ' default' : ''}`]),
  ].join(';');
  const meta = `<meta http-equiv="content-security-policy" content="${policy}">`;
  return html.replace('<meta charset="utf-8">', `$&${meta}`);
}
