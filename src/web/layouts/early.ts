import { createHash } from 'node:crypto';

/** Runs before the first paint: whether somebody is signed in, so that the top bar never changes under the eye. */
export const early = "try{localStorage.getItem('token')&&(document.documentElement.dataset.user='user')}catch{}";

/** For the page's content security policy. */
export const earlyHash = `sha256-${createHash('sha256').update(early).digest('base64')}` as const;
