import { createEncryption } from '../../src/api/encryption/encryption.ts';
import { findKeys } from '../../src/api/encryption/encryptionKeys.ts';
import { newFeedbackToken } from '../../src/api/feedback/feedbackToken.ts';
import { dayMs } from '../../src/shared/time.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const day = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10);

test('the practice decides that an event takes place, and reads what five people thought of it', async ({
  page,
  server,
  api,
  addProduct,
  signInAsAdmin,
}) => {
  const { id, title } = await addProduct({ date: day, min_participants: '8' });
  const encryption = createEncryption(findKeys({ encryptionKey: undefined, dataDir: server.dataDir }));
  const link = () => newFeedbackToken(encryption, id);

  await page.goto(`/geri-bildirim/${link()}`);
  await page.getByLabel('Eklemek istediğiniz bir şey').fill('Öbür atölye');
  // In the same tab, what was begun with one link does not stand in the form of another.
  await page.goto(`/geri-bildirim/${link()}`);
  await expect(page.getByText(`${title}, `)).toBeVisible();
  await expect(page.getByLabel('Eklemek istediğiniz bir şey')).toHaveValue('');
  const scores = ['İçerik işinize yaradı mı?', 'Temposu nasıldı?', 'Mekân ve koşullar?', 'Yine katılır mıydınız?'];
  const score = (question: string, value: number) =>
    page.getByRole('group', { name: question }).getByRole('radio', { name: `5 üzerinden ${value}` });
  await score(scores[0] as string, 5).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Gönder' }).press('Enter');
  await expect(score(scores[1] as string, 1)).toBeFocused();
  await expect(page.getByText('1 ile 5 arasında bir değer seçin.')).toBeVisible();
  await expectAccessible(page);
  for (const question of scores.slice(1)) {
    await score(question, 4).focus();
    await page.keyboard.press('Space');
  }
  await page.getByLabel('Eklemek istediğiniz bir şey').fill('Ritmi çok iyiydi.');
  await page.getByRole('button', { name: 'Gönder' }).press('Enter');
  await expect(page.getByText('Görüşünüz bize ulaştı.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bu bağlantı artık geçerli değil' })).toBeVisible();
  for (const _ of [1, 2, 3, 4])
    await api('POST /api/feedback/:token', {
      params: { token: link() },
      body: { scores: { content: 4, pace: 3, place: 4, again: 5 } },
    });

  await signInAsAdmin('/admin');
  const waiting = page.getByRole('listitem').filter({ hasText: title });
  await expect(waiting).toContainText('0/8, karar?');
  await expectAccessible(page);
  await waiting.getByRole('button', { name: `Yapılsın: ${title}` }).click();
  await expect(waiting).toBeHidden();

  // Three days later by the server's clock.
  await page.route(/\/api\/(?!.*events)/, async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + 3 * dayMs).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.goto(`/admin/participants/${id}`);
  const opinions = page.getByRole('region', { name: 'Görüşler' });
  await expect(opinions).toContainText('5 yanıt');
  await expect(opinions).toContainText('4,20 / 5');
  await expect(opinions).toContainText('Ritmi çok iyiydi.');
  await expectAccessible(page);
});
