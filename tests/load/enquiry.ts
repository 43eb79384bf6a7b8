/** A message that a visitor writes in the counselling form. */
export const enquiry = {
  form_type: 'consulting',
  name: 'Ada',
  surname: 'Işık',
  email: 'ada@ornek.com',
  phone_number: '0532 000 00 00',
  message: 'Merhaba',
  kvkk_consent: true,
};
