import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { longRuns } from '../scripts/long.ts';
import config from '../vitest.config.ts';

/** The files of the projects of a name, which may end with a star. */
const filesOf = (name: string): string[] =>
  (config.test?.projects ?? []).flatMap((project) => {
    if (typeof project === 'string' || !('test' in project)) return [];
    const { name: own, include = [], exclude } = project.test ?? {};
    const isMeant = name.endsWith('*') ? String(own).startsWith(name.slice(0, -1)) : own === name;
    return isMeant ? globSync(include, { exclude }) : [];
  });

test.each(longRuns)('the long run finds $paths in $projects', ({ projects, paths }) => {
  const files = projects.flatMap(filesOf);
  expect(paths.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
});
