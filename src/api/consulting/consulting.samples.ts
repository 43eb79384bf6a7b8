import { sampleTable } from '../samples/sampleRoom.ts';
import { notTrashed } from './consulting.service.ts';
import { services } from './consulting.tables.ts';

export const serviceSamples = sampleTable(services, {
  content: 'consulting',
  present: notTrashed,
  edited: [services.title, services.note, services.description, services.image_url],
});
