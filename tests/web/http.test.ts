import { afterEach, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';

afterEach(() => vi.unstubAllGlobals());

test('calls work in a browser without storage', async () => {
  const key = 'POST /api/activate/resend';
  const reply = endpoints[key].reply.parse({ message: 'Tamam' });
  vi.stubGlobal('fetch', async () => Response.json(reply));
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  try {
    const { call } = await import('../../src/web/http.ts');
    expect(await call(key, { body: { email: 'ada@ornek.com' } })).toEqual(reply);
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage');
  }
});
