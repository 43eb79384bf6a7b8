import { DataSection } from './DataSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SecurityEventsSection } from './SecurityEventsSection.tsx';

/** The lower sections of the profile, whose code is loaded when they are near. */
export default function ProfileRest({ email }: { email: string }) {
  return (
    <>
      <SecondFactorSection email={email} />
      <SecurityEventsSection />
      <DataSection email={email} />
    </>
  );
}
