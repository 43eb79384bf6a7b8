/** Where pictures are: on the same origin, on the API's, or in a public bucket. */
const mediaFolder = import.meta.env.PUBLIC_MEDIA_URL ?? `${import.meta.env.PUBLIC_API_URL ?? ''}/media`;

/** The address of a stored picture for browsers. */
export const mediaUrl = (path: string): string => path.replace(/^\/media(?=\/)/, mediaFolder);
