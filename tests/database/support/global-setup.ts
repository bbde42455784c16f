/** vitest `globalSetup` of the lane `database`: one cluster for all its files. */
import { startCluster } from './cluster.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  process.env.GREBEN_TEST_POSTGRES = cluster.url;
  return () => cluster.stop();
}
