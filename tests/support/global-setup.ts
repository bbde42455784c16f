/** For vitest and Playwright (`globalSetup`): one cluster for the whole run, named in the environment of its workers. */
import { CLUSTER_VARIABLE, startCluster } from './cluster.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  process.env[CLUSTER_VARIABLE] = cluster.url('postgres');
  return cluster.stop;
}
