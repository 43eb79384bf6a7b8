import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { parseMoneyInput } from '../../../src/shared/moneyInput.ts';
import { AmountField } from '../../../src/web/admin/ui/MoneyField.tsx';

test('what is wrong with an amount is said once, below the field', () => {
  // Only browsers draw what is wrong with a field.
  vi.stubGlobal('document', {});
  const read = parseMoneyInput('1,250');
  const problem = 'problem' in read ? read.problem : '';
  const said = (error: string | undefined) =>
    renderToString(createElement(AmountField, { label: 'Tutar', defaultValue: '1,250', error })).split(problem).length -
    1;
  expect(problem).toMatch(/iki türlü/);
  expect([said(undefined), said(problem), said('Başka bir şey.')]).toEqual([1, 1, 1]);
});
