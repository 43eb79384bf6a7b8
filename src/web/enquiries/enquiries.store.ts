import { atom } from 'nanostores';
import type { FormType } from '../../contract/enquiries.ts';
import { CallError, call } from '../http.ts';
import type { FormState, Values } from '../ui/form.ts';
import { waitMinimumFormTime } from '../ui/formTime.ts';
import { regretFor, type Topic, thankFor } from './enquiries.ts';

/** Where sending the page's form stands. */
export const $enquiry = atom<FormState>({ state: 'idle' });

/** Sends what was typed into a form first seen at `startedAt`. How it ended is in `$enquiry`. */
export async function sendEnquiry(form_type: FormType, values: Values, topic: Topic, startedAt: number): Promise<void> {
  const { name = '', surname = '', email = '', phone_number = '', message = '', type, website } = values;
  $enquiry.set({ state: 'sending' });
  try {
    await call('POST /api/consulting-create-messages', {
      body: {
        form_type,
        name,
        surname,
        email,
        phone_number,
        message,
        selected_service_id: topic.id,
        selected_service_name: topic.name,
        ...(form_type === 'coaching' ? { type } : {}),
        kvkk_consent: true,
        website,
        elapsed: await waitMinimumFormTime(startedAt),
      },
    });
    $enquiry.set({ state: 'sent', text: thankFor(form_type, { name: name.trim(), surname: surname.trim() }, topic) });
  } catch (error) {
    const { message: answer, fields } = error instanceof CallError ? error : { message: '', fields: {} };
    $enquiry.set({ state: 'failed', text: regretFor(form_type, answer), fields });
  }
}

/** Back to an empty form, as after thanks that were read. */
export const startOver = (): void => $enquiry.set({ state: 'idle' });
