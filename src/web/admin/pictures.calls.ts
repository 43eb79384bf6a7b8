import { mediaUrl } from '../media.ts';
import { adminUpload, errorMessage } from './calls.ts';
import { ImageError, imageProblem, prepareImage } from './prepareImage.ts';

/** Stores a chosen file for the text that is being written; answers the address to show it from. */
export async function uploadPicture(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const body = new FormData();
  body.set('image', await prepareImage(file));
  const { image_url } = await adminUpload('POST /api/admin/pictures', { body }, onProgress, signal);
  return mediaUrl(image_url);
}

/** The sentence about a file that `uploadPicture` could not store. */
export const uploadProblem = (error: unknown): string =>
  error instanceof ImageError ? imageProblem(error) : errorMessage(error, 'Görsel yüklenemedi.');
