/** Not in TypeScript's list of browser interfaces yet. */
export interface TrustedTypes {
  createPolicy(
    name: string,
    rules: PolicyRules,
  ): { createHTML(html: string): unknown; createScriptURL(url: string): unknown };
}

interface PolicyRules {
  createHTML(html: string): string;
  createScriptURL?(url: string): string;
}

/** Refuses every address but that of a worker of ours. */
function checkWorkerUrl(url: string): string {
  if (!/^\/(?:_astro\/[\w.-]+|door-worker|ticket-worker)\.js$/.test(url))
    throw new TypeError(`${url} is no worker of this site`);
  return url;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('site', { createHTML: String, createScriptURL: checkWorkerUrl });

/**
 * Marks HTML that is ours, or is cleaned after it was parsed, for browsers that parse no other: pages require trusted
 * types. Never for HTML that goes into the page as it came.
 */
export const trustHtml = (html: string): string => (policy?.createHTML(html) as string | undefined) ?? html;

/** Marks the address of a worker of ours, for browsers that start no other. */
export const trustWorkerUrl = (url: string): string => (policy?.createScriptURL(url) as string | undefined) ?? url;
