import { expect, test } from 'vitest';
import { toHeadersFile, toRedirectsFile } from '../scripts/hostFiles.ts';
import { isCameraPath } from '../src/api/http/siteHeaders.ts';
import { paths } from '../src/web/adminPaths.ts';

/** Every address without a parameter, and some with one. */
const addresses = [
  ...Object.values(paths).filter((path) => typeof path === 'string'),
  ...[paths.product('kukla'), paths.blog('uyku'), paths.adminEditProduct('x'), paths.adminParticipants('x')],
  ...[
    '/admin/door',
    '/admin/door/',
    '/admin/doors/x',
    '/Admin/door/x',
    '/bilet/x',
    '/devir/x',
    '/api/admin/door/scans',
  ],
];

const isRefused = (policy: string) => policy.split(', ').findLast((part) => part.startsWith('camera=')) === 'camera=()';

test('the camera is allowed at the door of a product and nowhere else, by the server', () => {
  expect(isCameraPath(paths.adminDoor('4f1c'))).toBe(true);
  expect(addresses.filter(isCameraPath)).toEqual([]);
});

test('the camera is allowed at the door of a product and nowhere else, by a static host, whether it joins headers or not', () => {
  const rules = toHeadersFile({ hstsSubdomains: false }).split(/\n(?=\/)/);
  const policiesOf = (path: string) =>
    rules.flatMap((rule) => {
      const [pattern = '', ...lines] = rule.split('\n');
      const isMatch = path.startsWith(pattern.replace('*', ''));
      return isMatch ? lines.flatMap((line) => /permissions-policy: (.*)/.exec(line)?.[1] ?? []) : [];
    });
  const door = policiesOf(paths.adminDoor('4f1c'));
  expect(door).toHaveLength(2);
  expect(isRefused(door.join(', '))).toBe(false);
  expect(isRefused(door.at(-1)!)).toBe(false);
  for (const path of addresses.filter((each) => each !== '/admin/door/'))
    expect([path, policiesOf(path).map(isRefused)]).toEqual([path, [true]]);
});

test('the page of the door is found before that of the admin area, of which it is no screen', () => {
  const rules = toRedirectsFile([]).split('\n');
  expect(rules.indexOf('/admin/door/* /admin/door 200')).toBe(0);
  expect(rules).toContain('/admin/* /admin 200');
});
