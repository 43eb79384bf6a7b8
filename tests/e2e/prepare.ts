import { preparedFolder, startSite } from './server.ts';

/** Makes sample content and site once per run; each server starts from a copy. */
export default async function prepare(): Promise<void> {
  const product = await startSite(preparedFolder);
  await product.stop();
}
