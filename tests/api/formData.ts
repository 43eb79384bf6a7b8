/** A file of a multipart form; its name and type are whatever a stranger claims. */
export const file = (data: Buffer | string, name = 'fotograf.jpg', type = 'image/jpeg') =>
  new File([data as BlobPart], name, { type });

/** A multipart form as a browser sends it; a list is a field that repeats. */
export function form(fields: Record<string, string | string[]>, files: Record<string, File | File[]> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const item of [value].flat()) body.append(name, item);
  for (const [name, value] of Object.entries(files)) for (const item of [value].flat()) body.append(name, item);
  return body;
}
