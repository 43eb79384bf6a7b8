import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { $session } from '../account/session.store.ts';
import { paths, withReturnTo } from '../paths.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { EmptyState, ErrorNote, Loading } from '../ui/States.tsx';
import { useHydrated } from '../ui/useHydrated.ts';
import { loadCart } from './accountCart.store.ts';
import { CartRow } from './CartRow.tsx';
import { CartSummary } from './CartSummary.tsx';
import { $accountCart, $cart } from './cart.store.ts';
import { refreshGuestCart } from './cartEdits.store.ts';
import { $mayBeOrdered, signInPath } from './checkout.store.ts';
import { isOrdered } from './ordered.ts';
import type { Terms } from './ParticipantDialog.tsx';

/** Loaded when it is first opened: most visits of the cart do not end in an order. */
const ParticipantDialog = lazyComponent(
  () => import('./ParticipantDialog.tsx'),
  () => (
    <p className="sr" role="status">
      Yükleniyor...
    </p>
  ),
  DialogFailure,
);

/** The cart of a guest or an account, and the checkout. `notice`: the link to the privacy notice. */
export function CartPage({ terms, notice }: { terms: Terms; notice?: ReactNode }) {
  const hydrated = useHydrated();
  const lines = useStore($cart, { ssr: 'initial' });
  const account = useStore($accountCart, { ssr: 'initial' });
  const session = useStore($session, { ssr: 'initial' });
  const mayBeOrdered = useStore($mayBeOrdered, { ssr: 'initial' });
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  if (open && !opened) setOpened(true);
  useEffect(() => void refreshGuestCart(), []);

  const buyable = lines?.filter((line) => line.on_sale) ?? [];
  const ready = session.state === 'user' && buyable.length > 0;
  // Back from signing in: open the participant dialog that the guest asked for.
  useEffect(() => {
    if (!ready || !new URLSearchParams(location.search).has('devam')) return;
    history.replaceState(null, '', paths.cart);
    setOpen(true);
  }, [ready]);

  if (!hydrated) return <BuiltCart />;
  if (!lines && account.lines.state === 'failed') return <ErrorNote text={account.lines.message} onRetry={loadCart} />;
  if (!lines) return <Loading shapes={['skel--row', 'skel--row']} />;
  if (!lines.length && isOrdered()) return <OrderedCart text={orderedText} />;
  if (!lines.length)
    return mayBeOrdered ? <OrderedCart text={mayBeOrderedText} /> : <EmptyCart guest={session.state === 'guest'} />;
  return (
    <div className="split">
      <ul aria-label="Sepetteki atölyeler">
        {lines.map((line) => (
          <CartRow key={line.id} line={line} guest={session.state === 'guest'} />
        ))}
      </ul>
      <CartSummary
        lines={buyable}
        guest={session.state === 'guest'}
        onContinue={() => (session.state === 'user' ? setOpen(true) : location.assign(signInPath))}
      />
      {opened && (
        <ParticipantDialog
          open={open && ready}
          cart={lines}
          terms={terms}
          notice={notice}
          onClose={() => setOpen(false)}
          onOrdered={() => location.assign(paths.orders)}
        />
      )}
    </div>
  );
}

function DialogFailure({ onRetry }: { onRetry: () => void }) {
  return <ErrorNote text="Katılımcı bilgileri açılamadı. Bağlantınızı kontrol edin." onRetry={onRetry} />;
}

/** The page as it was built. The script in its head (pages/cart.astro) hides the one that will not stay. */
const BuiltCart = () => (
  <>
    <div className="cart-none">
      <EmptyCart guest />
    </div>
    <div className="cart-some">
      <Loading shapes={['skel--row', 'skel--row']} />
    </div>
  </>
);

/** A guest's session may have ended, and an account's cart is not lost with it. */
const EmptyCart = ({ guest }: { guest: boolean }) => (
  <EmptyState
    text="Henüz sepette ürün bulunmuyor."
    action={
      <>
        {guest && (
          <p>
            Hesabınızdaki sepeti görmek için <a href={withReturnTo(paths.login, paths.cart)}>giriş yapın</a>.
          </p>
        )}
        <div className="empty__acts">
          <a className="btn" href={paths.products}>
            Atölyelere göz atın
          </a>
          <a className="btn btn--line" href={paths.orders}>
            Siparişlerim
          </a>
        </div>
      </>
    }
  />
);

const orderedText = 'Siparişiniz alındı; durumunu ve ödemesini siparişlerinizde görürsünüz.';
const mayBeOrderedText =
  'Siparişiniz alınmış olabilir: sunucunun yanıtı bu sayfaya ulaşmadı. Siparişlerinizde yoksa yeniden deneyin.';

const OrderedCart = ({ text }: { text: string }) => (
  <EmptyState
    text={text}
    action={
      <a className="btn" href={paths.orders}>
        Siparişlerim
      </a>
    }
  />
);
