/** The process that `serving-process.ts` starts. Node 20 runs no TypeScript, so this lets tsx in and hands over. */
import { register } from 'tsx/esm/api';

register();
const { serve } = await import('./serve.ts');
serve();
