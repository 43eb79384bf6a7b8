import { paths } from '../paths.ts';

/** On the way from the cart: why there is a sign-in screen between the seats and the names. */
export function AccountReason({ returnTo }: { returnTo: string | undefined }) {
  if (!returnTo?.startsWith(paths.cart)) return null;
  return (
    <p role="status">
      Yeriniz adınıza ayrılsın, biletiniz ve olası değişiklikler size ulaşsın diye bir hesap gerekiyor; sepetiniz sizi
      bekliyor.
    </p>
  );
}
