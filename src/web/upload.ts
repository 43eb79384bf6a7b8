import type { AllEndpoints, Key, Reply } from '../contract/endpoints.ts';
import { type Arguments, CallError, callUrl } from './http.ts';
import { readToken } from './token.ts';

/**
 * Sends a multipart call and tells how much of it is on its way (0 to 1), which fetch cannot.
 * Throws CallError as `call` does; an aborted signal throws its reason.
 */
export function upload<K extends Key>(
  key: K,
  input: { params?: Record<string, string>; body: FormData },
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Reply<AllEndpoints[K]>> {
  const token = readToken();
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    request.open(key.slice(0, key.indexOf(' ')), callUrl(key, ...([input] as unknown as Arguments<K>)));
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onerror = () => reject(new CallError(0, {}));
    request.onabort = () => reject(signal?.reason ?? new CallError(0, {}));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response);
      if (request.status === 401 && token) dispatchEvent(new CustomEvent('session-refused', { detail: token }));
      reject(new CallError(request.status, request.response ?? {}));
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(input.body);
  });
}
