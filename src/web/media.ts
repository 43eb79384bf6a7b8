/** Where pictures are: on the same origin, on the API's, or in a public bucket. */
const mediaFolder = import.meta.env.PUBLIC_MEDIA_URL ?? `${import.meta.env.PUBLIC_API_URL ?? ''}/media`;

/** The address of a stored picture for browsers. */
export const mediaUrl = (path: string): string => path.replace(/^\/media(?=\/)/, mediaFolder);

/** The stored address of a picture that browsers load from there. */
export const storedUrl = (address: string): string =>
  address.startsWith(`${mediaFolder}/`) ? `/media${address.slice(mediaFolder.length)}` : address;
