import { expect, test, vi } from 'vitest';
import { type ErrorCode, errors } from '../../src/contract/errors.ts';
import { $secondFactor, $setup, confirm } from '../../src/web/account/secondFactor.store.ts';

const prepared = { secret: 'S', uri: 'otpauth://x', qr: '<svg/>' };
/** The last step, answered by a refusal or not at all; the server then says whether the second factor is on. */
function confirmWith(refusal: ErrorCode | undefined, wasOn: boolean, isOn: boolean | undefined) {
  vi.stubGlobal('localStorage', { getItem: () => 't1' });
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET' && isOn !== undefined) return Response.json({ enabled: isOn, recovery_codes_left: 10 });
    if (method === 'GET' || !refusal) throw new TypeError('no network');
    const [status, message] = errors[refusal];
    return Response.json({ code: refusal, message }, { status });
  });
  $secondFactor.set({ state: 'loaded', value: { enabled: wasOn, recovery_codes_left: 0 } });
  $setup.set({ step: 'scan', prepared });
  return confirm('123456', undefined);
}

test.each<[string, ErrorCode | undefined, boolean]>([
  ['whose answer is lost', undefined, false],
  ['that was repeated after a lost answer', 'conflict', false],
  ['that was repeated for a new secret', 'conflict', true],
])('a last step %s says that it is on and the codes did not arrive', async (_case, refusal, wasOn) => {
  expect(await confirmWith(refusal, wasOn, true)).toBeUndefined();
  expect($setup.get()).toEqual({ step: 'codes_lost' });
  expect($secondFactor.get()).toMatchObject({ state: 'loaded', value: { enabled: true } });
});

test.each<[string, ErrorCode | undefined, boolean, boolean | undefined]>([
  ['nothing was switched on', undefined, false, false],
  ['nobody answers', undefined, false, undefined],
  ['the one before may still stand', undefined, true, true],
  ['the code is wrong', 'invalid', false, false],
])('the form of the last step stays where %s', async (_case, refusal, wasOn, isOn) => {
  expect(await confirmWith(refusal, wasOn, isOn)).toBeDefined();
  expect($setup.get()).toEqual({ step: 'scan', prepared });
});
