/**
 * Sends a request to a running product, as whoever has the token: an object as JSON, FormData as multipart.
 * `route` is a method and a path.
 */
export function send(
  origin: string,
  route: string,
  token?: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [method, path] = route.split(' ');
  const isForm = body instanceof FormData;
  return fetch(`${origin}${path}`, {
    method,
    body: isForm ? body : body && JSON.stringify(body),
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
}
