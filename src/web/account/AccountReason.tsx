import { paths } from '../paths.ts';

/** On the way from the cart, to a waiting list or a guarded page: why there is a sign-in screen in between. */
export function AccountReason({ returnTo }: { returnTo: string | undefined }) {
  if (returnTo && /^[/]products.*[?&]sira=/.test(returnTo))
    return (
      <p role="status">
        Yer açılınca size haber verebilmemiz için bir hesap gerekiyor; ardından kaldığınız yere dönersiniz.
      </p>
    );
  if (returnTo && /^[/](admin|orders)\b/.test(returnTo))
    return <p role="status">Gittiğiniz sayfa için giriş yapmanız gerekiyor. Ardından oraya dönersiniz.</p>;
  if (!returnTo?.startsWith(paths.cart)) return null;
  return (
    <p role="status">
      Yeriniz adınıza ayrılsın, biletiniz ve olası değişiklikler size ulaşsın diye bir hesap gerekiyor; sepetiniz sizi
      bekliyor.
    </p>
  );
}
