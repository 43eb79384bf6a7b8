import { atom } from 'nanostores';
import { uploadPicture, uploadProblem } from '../../pictures.calls.ts';

/** The upload of the open dialog: the share that is sent (0 to 1) while it runs, or why it failed. */
export const $upload = atom<{ progress?: number; problem?: string }>({});

let running = new AbortController();

/** Stops the upload, and forgets why it failed. */
export function stopUpload(): void {
  running.abort();
  $upload.set({});
}

/** Stores a picture; answers the address to show it from, or undefined where it failed or was stopped. */
export async function startUpload(file: File): Promise<string | undefined> {
  running = new AbortController();
  const { signal } = running;
  const show = (state: ReturnType<typeof $upload.get>) => signal.aborted || $upload.set(state);
  show({ progress: 0 });
  try {
    const address = await uploadPicture(file, (progress) => show({ progress }), signal);
    return signal.aborted ? undefined : address;
  } catch (error) {
    show({ problem: uploadProblem(error) });
  }
}
