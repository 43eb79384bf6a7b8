/** Not in TypeScript's list of browser interfaces yet. */
export interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('site', { createHTML: String });

/**
 * Marks HTML that is ours, or is cleaned after it was parsed, for browsers that parse no other: pages require trusted
 * types. Never for HTML that goes into the page as it came.
 */
export const trustHtml = (html: string): string => (policy?.createHTML(html) as string | undefined) ?? html;
