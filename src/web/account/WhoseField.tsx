/** Whose password a form sets: nobody sees it, password managers file the new one under it. */
export function WhoseField({ email }: { email: string }) {
  return <input hidden type="text" autoComplete="username" value={email} readOnly />;
}
