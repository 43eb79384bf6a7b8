// Runs before each test file, also where files share their modules.
import { afterAll } from 'vitest';
import { cleanUp } from './cleanup.ts';

afterAll(cleanUp);
