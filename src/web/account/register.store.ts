import { CallError, call } from '../http.ts';
import type { Outcome, Problem, Values } from '../ui/form.ts';
import { errorCode, toProblem } from './problem.ts';

/** Creates an account, whose activation link is then mailed. Answers what is wrong, if anything. */
export async function register({ name = '', surname = '', email = '', password = '', phone_number }: Values) {
  const body = { name, surname, email, password, phone_number: phone_number?.trim() || null, role: 'user' };
  try {
    await call('POST /api/register', { body }, { token: null });
  } catch (error) {
    const isAnswered = error instanceof CallError && error.status > 0;
    const fallback = isAnswered ? 'Kayıt işlemi başarısız oldu.' : 'Bir hata oluştu. Lütfen tekrar deneyin.';
    return toProblem(error, fallback, { email_taken: 'email' });
  }
}

/** Activates the account of a mailed link. `expired` when the link is no longer valid. */
export async function activate(token: string): Promise<Outcome<Problem & { expired?: boolean }>> {
  try {
    return { done: (await call('POST /api/activate', { body: { token } }, { token: null })).message };
  } catch (error) {
    const problem = toProblem(error, 'Hesabınız etkinleştirilemedi. Lütfen tekrar deneyin.');
    return { ...problem, expired: errorCode(error) === 'link_expired' };
  }
}

/** Mails a new activation link. The answer is the same for every address. */
export async function resendLink(email: string): Promise<Outcome> {
  try {
    return { done: (await call('POST /api/activate/resend', { body: { email } }, { token: null })).message };
  } catch (error) {
    return toProblem(error, 'Bağlantı gönderilemedi. Lütfen tekrar deneyin.');
  }
}
