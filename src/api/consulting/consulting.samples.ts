import { sampleTable } from '../samples/sampleRoom.ts';
import { services } from './consulting.tables.ts';

export const serviceSamples = sampleTable(services, {
  content: 'consulting',
  edited: [services.title, services.note, services.description, services.image_url],
});
