import { oncePerBuild } from '../oncePerBuild.ts';

/** HTML of the parts that `Once` renders, by their names. */
export const renderedParts = oncePerBuild(() => new Map<string, Promise<string>>());
