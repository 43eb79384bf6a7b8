import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { paths } from '../paths.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { ErrorNote, Loading } from '../ui/States.tsx';
import { Nearby } from './Nearby.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PersonSection } from './PersonSection.tsx';
import { $profile, loadProfile, loadSessions } from './profile.store.ts';
import { SessionsSection } from './SessionsSection.tsx';
import { $session } from './session.store.ts';

const Waiting = () => <Loading shapes={['profile__skel']} />;
const Failed = ({ onRetry }: { onRetry: () => void }) => <ErrorNote text="Bu bölüm yüklenemedi." onRetry={onRetry} />;
const ProfileRest = lazyComponent(() => import('./ProfileRest.tsx'), Waiting, Failed);

/** The profile of whoever is signed in. Guests go to the home page. `notice`: the link to the privacy notice. */
export function ProfilePage({ notice }: { notice?: ReactNode }) {
  const { state } = useStore($session, { ssr: 'initial' });
  useEffect(() => {
    if (state === 'guest') location.replace(paths.home);
  }, [state]);
  return state === 'user' ? <Sections notice={notice} /> : null;
}

function Sections({ notice }: { notice: ReactNode }) {
  const profile = useStore($profile, { ssr: 'initial' });
  useEffect(() => {
    void loadProfile();
    void loadSessions();
  }, []);
  return (
    <div className="wrap wrap--text profile">
      <header className="page-head">
        <p className="kicker">Hesabınız</p>
        <h1>Profilim</h1>
      </header>
      {(profile.state === 'idle' || profile.state === 'loading') && (
        <Loading shapes={['profile__skel', 'profile__skel']} />
      )}
      {profile.state === 'failed' && <ErrorNote text={profile.message} onRetry={loadProfile} />}
      {profile.state === 'loaded' && (
        <>
          <PersonSection profile={profile.value} notice={notice} />
          <PasswordSection email={profile.value.email} />
          <SessionsSection />
          <Nearby id="guvenlik" waiting={<Waiting />}>
            <ProfileRest email={profile.value.email} />
          </Nearby>
        </>
      )}
    </div>
  );
}
