// `node scripts/run.ts <name> [arguments]`: runs a script of this folder from its bundle, or from its source where no
// bundle can be made (a folder that cannot be written).
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureServerBundle } from './serverBundle.ts';

const [name] = process.argv.splice(2, 1);
const bundle = await ensureServerBundle().catch(() => undefined);
await import(bundle ? pathToFileURL(join(bundle, `${name}.js`)).href : `./${name}.ts`);
