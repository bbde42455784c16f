/** The entry of the serving process. Node 20 runs no TypeScript, so it loads tsx and hands over. */
import { register } from 'tsx/esm/api';

register();
const { serve } = await import('./serve.ts');
serve();
