/** PouchDB with its Mango queries. @import { ReplicaAdapter } from '../../adapter.ts' */
import PouchDB from 'pouchdb-browser';
import find from 'pouchdb-find';
import { BESIDE } from '../../adapter.ts';
import { play } from '../../player.ts';

PouchDB.plugin(find);
const MANY = 1_000_000;
let events;
let clients;

const stored = ({ id, ...row }) => ({ _id: id, ...row });

async function between(from, to) {
  const selector = { start_time: { $gte: from, $lt: to }, deleted: false };
  const { docs } = await events.find({ selector, sort: ['start_time'], limit: MANY });
  return docs.map(({ _id, ...row }) => ({ id: _id, ...row }));
}

/** @type {ReplicaAdapter} */
const adapter = {
  async open() {
    events = new PouchDB('bench-events', { auto_compaction: true });
    clients = new PouchDB('bench-clients', { auto_compaction: true });
    await Promise.all(BESIDE.map((name) => new PouchDB(`bench-${name}`, { auto_compaction: true }).info()));
    await events.createIndex({ index: { fields: ['start_time'] } });
  },
  async fill(newEvents, newClients) {
    await clients.bulkDocs(newClients.map(stored));
    await events.bulkDocs(newEvents.map(stored));
    await between('2000', '2001'); // the index is made by the first query
  },
  between,
  insert: (event) => events.put(stored(event)),
  async patch(id, values) {
    await events.put({ ...(await events.get(id)), ...values });
  },
  watch(from, to, told) {
    const tell = async () => told((await between(from, to)).filter(({ notes }) => notes).length);
    void tell();
    const changes = events.changes({ since: 'now', live: true }).on('change', tell);
    return () => changes.cancel();
  },
  async search(text) {
    const selector = { $and: text.split(' ').map((word) => ({ name: { $regex: new RegExp(word, 'i') } })) };
    return (await clients.find({ selector, limit: 50 })).docs.length;
  },
};
play(adapter);
