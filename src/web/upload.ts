import type { AllEndpoints, Key, Reply } from '../contract/endpoints.ts';
import { CallError, toCallError, toRequest } from './http.ts';
import { readToken } from './token.ts';

/** How long an upload may stand still, also while its pictures are worked on after all is sent. */
const silenceMs = 120_000;

/**
 * Makes a multipart call and reports how much of its files is sent (0 to 1), which fetch cannot do. One that stands
 * still is given up. Throws CallError as `call` does; an aborted signal throws its reason.
 */
export function upload<K extends Key>(
  key: K,
  input: { params?: Record<string, string>; body: FormData; headers?: Record<string, string> },
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Reply<AllEndpoints[K]>> {
  const token = readToken();
  const { method, url } = toRequest(key, input);
  const hasFile = [...input.body.values()].some((value) => typeof value !== 'string');
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    request.open(method, url);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(input.headers ?? {})) request.setRequestHeader(name, value);
    request.responseType = 'json';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const awaitNext = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), silenceMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      awaitNext();
      if (hasFile) onProgress(total ? loaded / total : 0);
    };
    request.onloadend = () => clearTimeout(timer);
    request.onerror = () => reject(new CallError(0, {}));
    request.onabort = () => reject(signal?.reason ?? new CallError(0, {}));
    request.onload = () => {
      const { status, response } = request;
      if (status < 200 || status > 299) return reject(toCallError(status, response ?? {}, token));
      // Something in between answers with a page of its own: nobody knows what became of the upload.
      if (response === null) return reject(new CallError(0, {}));
      resolve(response);
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    awaitNext();
    request.send(input.body);
  });
}
