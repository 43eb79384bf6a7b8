import { sampleTable } from '../samples/sampleRoom.ts';
import { notTrashed } from './blog.service.ts';
import { blogs } from './blog.tables.ts';

export const postSamples = sampleTable(blogs, {
  content: 'blog',
  present: notTrashed,
  edited: [blogs.title, blogs.description, blogs.content, blogs.image_url, blogs.status],
});
