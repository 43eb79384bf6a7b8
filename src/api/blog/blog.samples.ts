import { sampleTable } from '../samples/sampleRoom.ts';
import { blogs } from './blog.tables.ts';

export const postSamples = sampleTable(blogs, {
  content: 'blog',
  edited: [blogs.title, blogs.description, blogs.content, blogs.image_url, blogs.status],
});
