import type { FormType } from '../../contract/enquiries.ts';
import { CallError, call } from '../http.ts';
import type { Outcome, Values } from '../ui/form.ts';
import { waitMinimumFormTime } from '../ui/formTime.ts';
import { failureMessage, successMessage, type Topic } from './enquiries.ts';

/** Sends an enquiry. `startedAt` is when the visitor began to type. */
export async function sendEnquiry(form: FormType, values: Values, topic: Topic, startedAt: number): Promise<Outcome> {
  const { name = '', surname = '', email = '', phone_number = '', message = '', type, website } = values;
  try {
    await call('POST /api/consulting-create-messages', {
      body: {
        form_type: form,
        name,
        surname,
        email,
        phone_number,
        message,
        selected_service_id: topic.id,
        selected_service_name: topic.name,
        ...(form === 'coaching' ? { type } : {}),
        kvkk_consent: true,
        website,
        elapsed: await waitMinimumFormTime(startedAt),
      },
    });
    return { done: successMessage(form, { name: name.trim(), surname: surname.trim() }, topic) };
  } catch (error) {
    const { message: reason, fields } = error instanceof CallError ? error : { message: '', fields: {} };
    return { fields, message: failureMessage(form, reason) };
  }
}
