/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Origin of the API when the site is on a CDN; empty for the same origin. */
  readonly PUBLIC_API_URL?: string;
  /** Address of the folder of pictures if browsers do not get them from the API, without a slash at its end. */
  readonly PUBLIC_MEDIA_URL?: string;
  /** Origin of PayTR's pages where it is a stand-in. */
  readonly PUBLIC_CARD_FRAME?: string;
  readonly PUBLIC_SUPABASE_URL?: string;
  readonly PUBLIC_SUPABASE_ANON_KEY?: string;
}

/**
 * Which words the pages show while the renderer makes a release or a preview; it sets them before the first page. Every
 * other build shows the newest.
 */
declare var wordsOfBuild: { release?: string; preview?: string } | undefined;
