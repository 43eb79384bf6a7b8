import { useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { BankChangeNotice } from './payments/BankChangeNotice.tsx';
import { SecondFactorBar } from './secondFactor/SecondFactorBar.tsx';
import { SetupBar } from './setup/SetupBar.tsx';
import { alert, down } from './ui/icons.ts';

/**
 * What an admin reads above every screen. On a phone the two that may wait are one line to open, so that the screen
 * begins in sight; a changed bank account is always shown.
 */
export function Notices({ isDashboard }: { isDashboard: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="notices">
      <BankChangeNotice />
      <button
        type="button"
        className="notices__fold note note--warn"
        aria-expanded={isOpen}
        aria-controls="bildirimler"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={alert} />
        Eksik bilgiler ve iki adımlı giriş
        <Icon of={down} />
      </button>
      <div id="bildirimler">
        {/* Not on the dashboard, whose panel says the same. */}
        {!isDashboard && <SetupBar />}
        <SecondFactorBar />
      </div>
    </div>
  );
}
