import { measureStrength } from './strength.ts';

/** The strength of a password in a word and a bar; nothing while the password is empty. */
export function StrengthLine({ password }: { password: string }) {
  const { level, word } = measureStrength(password);
  return (
    <p className="strength" data-level={password ? level : undefined} aria-live="polite">
      {password ? (
        <>
          Şifre gücü: <b>{word}</b>
        </>
      ) : (
        'En az 8 karakter. Birkaç sözcüklük bir cümle hem kolay hatırlanır hem güçlüdür.'
      )}
    </p>
  );
}
