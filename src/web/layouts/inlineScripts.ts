import idle from 'astro/runtime/client/idle.prebuilt.js';
import load from 'astro/runtime/client/load.prebuilt.js';
import media from 'astro/runtime/client/media.prebuilt.js';
import only from 'astro/runtime/client/only.prebuilt.js';
import visible from 'astro/runtime/client/visible.prebuilt.js';
import island from 'astro/runtime/server/astro-island.prebuilt.js';
import { headScript } from './headScript.ts';

/** Takes the tokens of the callback page out of the address and the history before anything else runs. */
export const takeFragment = "authFragment=location.hash;history.replaceState(null,'',location.pathname)";

/** Runs before the first paint of the cart, and marks one that may have lines: others are shown as empty at once. */
export const markFilledCart =
  "try{(localStorage.getItem('token')||(localStorage.getItem('guest_cart')||'[]')!='[]')&&(document.documentElement.dataset.cart='some')}catch{}";

/**
 * Stands behind the style sheet in the body: Firefox goes on to show what follows a sheet before that is there, but
 * not what follows a script, which waits for it. Other browsers wait by themselves.
 */
export const waitForStyles = '0';

/** Every inline script of our own code and of Astro's islands. A page that holds another one is not published. */
export const ownScripts: readonly string[] = [
  ...[headScript, takeFragment, markFilledCart, waitForStyles],
  ...[island, idle, load, media, only, visible],
];
