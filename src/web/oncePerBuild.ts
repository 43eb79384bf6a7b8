/**
 * Caches what pages read while a site is built: `read` runs once for each release and preview, and on every call in
 * `astro dev`. Pages cache in no other way, so that one process can render many releases and previews.
 */
export function oncePerBuild<Data>(read: () => Data): () => Data {
  let kept: { of: typeof globalThis.wordsOfBuild; data: Data } | undefined;
  return () => {
    const of = globalThis.wordsOfBuild;
    if (!kept || kept.of !== of || import.meta.env.DEV) kept = { of, data: read() };
    return kept.data;
  };
}
