/** Where pictures are: with the site, at the API of a site on a CDN, or in a public bucket. */
const mediaFolder = import.meta.env.PUBLIC_MEDIA_URL ?? `${import.meta.env.PUBLIC_API_URL ?? ''}/media`;

/** The address of a stored picture for browsers. */
export const mediaUrl = (path: string): string => path.replace(/^\/media(?=\/)/, mediaFolder);
