import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect } from 'react';
import { paths } from '../paths.ts';
import '../styles/admin/admin.css';
import { keepFocus } from '../ui/keepFocus.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { $access } from './access.store.ts';
import { $question } from './confirm.store.ts';
import { Notices } from './Notices.tsx';
import { $proofRequest } from './proof.store.ts';
import { $screen, $subject, isAdminUrl, navigate } from './router.store.ts';
import { type RouteName, routes, type ScreenProps } from './routes.ts';
import { ScreenHead } from './ScreenHead.tsx';
import { Sidebar } from './Sidebar.tsx';
import { screens } from './screens.ts';
import { refreshSetup } from './setup/setup.store.ts';
import { refreshStaleStats } from './stats.store.ts';
import { ConfirmDialog } from './ui/ConfirmDialog.tsx';
import { NoScreen } from './ui/NoScreen.tsx';
import { ProofDialog } from './ui/ProofDialog.tsx';
import { ScreenBoundary } from './ui/ScreenBoundary.tsx';
import { ScreenFallback } from './ui/ScreenFallback.tsx';
import { SignInDialog } from './ui/SignInDialog.tsx';

const components = Object.fromEntries(
  Object.entries(screens).map(([name, load]) => [name, lazyComponent(load, ScreenFallback)]),
) as Record<RouteName, ComponentType<ScreenProps>>;

/** Opens links between admin screens without loading a page. */
function onLinkClick(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.download || !link.href || !isAdminUrl(new URL(link.href))) return;
  event.preventDefault();
  // No history entry for links within a screen, so that Back leads to the previous screen.
  if (link.getAttribute('href')?.startsWith('#')) document.querySelector<HTMLElement>(link.hash)?.focus();
  else void navigate(link.href);
}

/** Answers open questions of a screen with no once it is left, for example by the browser's Back. */
function closeQuestions(): void {
  $question.get()?.answer(false);
  $proofRequest.get()?.cancel();
}

/** The admin area for admins; sends guests to the sign-in page and other users home. */
export default function AdminApp({ practice }: { practice: string }) {
  const access = useStore($access);
  useEffect(() => {
    if (access === 'guest') location.replace(paths.login);
    if (access === 'other') location.replace(paths.home);
  }, [access]);
  if (access !== 'admin' && access !== 'ended') return null;
  return (
    <>
      <Shell practice={practice} />
      <ConfirmDialog />
      <ProofDialog />
      <SignInDialog open={access === 'ended'} />
    </>
  );
}

function Shell({ practice }: { practice: string }) {
  const screen = useStore($screen);
  const subject = useStore($subject);
  const name = screen?.name;
  useEffect(() => {
    document.addEventListener('click', onLinkClick);
    return () => document.removeEventListener('click', onLinkClick);
  }, []);
  useEffect(keepFocus, []);
  useEffect(() => void refreshSetup(), []);
  useEffect(() => {
    document.title = `${subject ?? (name ? routes[name].title : 'Sayfa bulunamadı')} | Yönetim`;
  }, [name, subject]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what it waits for
  useEffect(refreshStaleStats, [name]);
  const Screen = name && components[name];
  const id = screen?.params.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what it waits for
  useEffect(() => closeQuestions, [name, id]);
  return (
    <div className="adm">
      <a className="skip btn" href="#icerik">
        İçeriğe geç
      </a>
      <div className="adm__grid">
        <Sidebar current={name} practice={practice} />
        <main className="adm__main" id="icerik" tabIndex={-1}>
          <ScreenHead name={name} />
          <Notices isDashboard={name === 'dashboard'} />
          {/* Target of the link that skips the notices. */}
          <span className="sr" id="ekran" tabIndex={-1} />
          {Screen ? (
            <ScreenBoundary key={`${name} ${id}`}>
              <Screen params={screen.params} />
            </ScreenBoundary>
          ) : (
            <NoScreen />
          )}
        </main>
      </div>
    </div>
  );
}
