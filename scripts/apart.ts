// Runs another script of this folder for a start that waits for it, in a process of its own that ends with that start:
// at once, whatever the script is in the middle of, so that the next start finds the data free.
import { Worker } from 'node:worker_threads';

process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
new Worker(new URL(process.argv[2] as string, import.meta.url)).once('exit', (code) => process.exit(code));
