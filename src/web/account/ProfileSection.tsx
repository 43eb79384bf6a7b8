import type { ReactNode } from 'react';

interface Props {
  id: string;
  title: string;
  /** A class besides `sheet`. */
  className?: string;
  children: ReactNode;
}

/** A sheet of the profile with its heading. */
export function ProfileSection({ id, title, className = '', children }: Props) {
  return (
    <section className={`sheet ${className}`} aria-labelledby={id}>
      <h2 className="profile__title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
