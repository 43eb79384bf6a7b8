export const file = (data: Buffer | string, name = 'fotograf.jpg', type = 'image/jpeg') =>
  new File([data as BlobPart], name, { type });

/** A multipart form; a list is sent as a repeated field. */
export function form(fields: Record<string, string | string[]>, files: Record<string, File | File[]> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const item of [value].flat()) body.append(name, item);
  for (const [name, value] of Object.entries(files)) for (const item of [value].flat()) body.append(name, item);
  return body;
}
