import { CallError, call } from '../http.ts';
import type { Problem, Values } from '../ui/form.ts';
import { toProblem } from './problem.ts';

const codeOf = (error: unknown) => (error instanceof CallError ? error.code : undefined);

/** As `problemOf`; wrong credentials belong to the password's field, an account that waits can be mailed again. */
export function toSignInProblem(error: unknown): Problem & { waits?: true } {
  const problem = toProblem(error, 'Giriş başarısız oldu.');
  if (codeOf(error) === 'bad_credentials') return { fields: { password: problem.message as string } };
  return codeOf(error) === 'not_activated' ? { ...problem, waits: true } : problem;
}

/** Opens an account (SPEC.md 7). Answers what is wrong, or nothing when the link is on its way. */
export async function register({ name = '', surname = '', email = '', password = '', phone_number }: Values) {
  const body = { name, surname, email, password, phone_number: phone_number?.trim() || null, role: 'user' };
  try {
    await call('POST /api/register', { body }, { token: null });
  } catch (error) {
    const answered = error instanceof CallError && error.status > 0;
    const problem = toProblem(
      error,
      answered ? 'Kayıt işlemi başarısız oldu.' : 'Bir hata oluştu. Lütfen tekrar deneyin.',
    );
    return codeOf(error) === 'email_taken' ? { fields: { email: problem.message as string } } : problem;
  }
}

/** Activates the account a mailed link belongs to. `expired` for a link that is no longer good. */
export async function activate(token: string): Promise<{ message: string; expired?: true } | undefined> {
  try {
    await call('POST /api/activate', { body: { token } }, { token: null });
  } catch (error) {
    const { message = '' } = toProblem(error, 'Hesabınız etkinleştirilemedi. Lütfen tekrar deneyin.');
    return codeOf(error) === 'link_expired' ? { message, expired: true } : { message };
  }
}

/** Mails a new activation link; answers the server's sentence, which is the same for every address. */
export async function resendLink(email: string): Promise<{ sent: string } | Problem> {
  try {
    return { sent: (await call('POST /api/activate/resend', { body: { email } }, { token: null })).message };
  } catch (error) {
    return toProblem(error, 'Bağlantı gönderilemedi. Lütfen tekrar deneyin.');
  }
}
