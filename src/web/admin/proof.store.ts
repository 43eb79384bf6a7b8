import { atom } from 'nanostores';
import { errorCode, toProblem } from '../account/problem.ts';
import { CallError } from '../http.ts';
import type { Problem } from '../ui/form.ts';

/** Password and code that prove who is acting. */
interface Proof {
  current_password?: string;
  otp?: string;
}

/** A call that waits for a proof. */
interface ProofRequest {
  /** Whether a code of the second factor is needed too. */
  asksCode: boolean;
  /** Sends the call with the proof; answers what is wrong with it. */
  submit(proof: Proof): Promise<Problem | undefined>;
  cancel(): void;
}

/** The proof that is asked for (ui/ProofDialog.tsx). */
export const $proofRequest = atom<ProofRequest | undefined>();

/**
 * Makes a call that may ask who the admin is: then a dialog asks for the password and, where it is on, a code, and the
 * call is sent again until they are right. Undefined where the admin gives up. Throws every other failure.
 */
export async function withProof<T>(send: (proof: Proof) => Promise<T>): Promise<T | undefined> {
  try {
    return await send({});
  } catch (error) {
    if (errorCode(error) !== 'reauthentication_required') throw error;
    return askForProof(send, (error as CallError).body.asks_code === true);
  }
}

const askForProof = <T>(send: (proof: Proof) => Promise<T>, asksCode: boolean): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    $proofRequest.get()?.cancel();
    const close = () => $proofRequest.set(undefined);
    $proofRequest.set({
      asksCode,
      async submit(proof) {
        try {
          const result = await send(proof);
          close();
          resolve(result);
        } catch (error) {
          const problem = toProofProblem(error);
          if (problem) return problem;
          close();
          reject(error);
        }
      },
      cancel() {
        close();
        resolve(undefined);
      },
    });
  });

/** What is wrong with the proof; undefined where something else failed. */
function toProofProblem(error: unknown): Problem | undefined {
  const code = errorCode(error);
  const isAboutProof = code === 'wrong_password' || code === 'reauthentication_required' || code === 'otp_wrong';
  const mayTryAgain = code === 'too_many_requests' || (error instanceof CallError && error.status === 0);
  if (!isAboutProof && !mayTryAgain) return undefined;
  const fieldOf = {
    wrong_password: 'current_password',
    reauthentication_required: 'current_password',
    otp_wrong: 'otp',
  };
  return toProblem(error, 'Sunucuya ulaşılamadı. Lütfen tekrar deneyin.', fieldOf);
}
