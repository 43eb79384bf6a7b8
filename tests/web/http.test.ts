import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('a visitor whose browser gives no storage can still call', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"message":"Tamam"}', { status: 201 }));
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  try {
    const { call } = await import('../../src/web/http.ts');
    expect(await call('GET /api/site')).toEqual({ message: 'Tamam' });
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage');
  }
});
