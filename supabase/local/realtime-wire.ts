/**
 * The frames of Supabase Realtime as @supabase/realtime-js sends and reads them: Phoenix messages, version 1.0.0 as an object,
 * 2.0.0 as an array, and 2.0.0's binary frame for a broadcast from a client.
 */
import type { RawData } from 'ws';

export interface Frame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

export type WireVersion = '1.0.0' | '2.0.0';

const CLIENT_BROADCAST = 3;
const JSON_ENCODED = 1;

export function encodeFrame(version: WireVersion, frame: Frame): string {
  const { joinRef, ref, topic, event, payload } = frame;
  return JSON.stringify(
    version === '2.0.0' ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref, join_ref: joinRef },
  );
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const record = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

/** @throws SyntaxError for what is no frame. */
export function decodeFrame(data: RawData, isBinary: boolean): Frame {
  const bytes = Buffer.isBuffer(data) ? data : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
  if (isBinary) return decodeBroadcast(bytes);
  const parsed: unknown = JSON.parse(bytes.toString('utf8'));
  const message = record(parsed);
  const parts = Array.isArray(parsed) ? parsed : [message.join_ref, message.ref, message.topic, message.event, message.payload];
  const [joinRef, ref, topic, event, payload] = parts;
  if (typeof topic !== 'string' || typeof event !== 'string') throw new SyntaxError('A frame needs topic and event');
  return { joinRef: textOrNull(joinRef), ref: textOrNull(ref), topic, event, payload: record(payload) };
}

/** Kind, five lengths and the encoding, a byte each; then join ref, ref, topic, event, metadata and the payload. */
function decodeBroadcast(bytes: Buffer): Frame {
  if (bytes[0] !== CLIENT_BROADCAST || bytes.length < 7) throw new SyntaxError('An unknown binary frame');
  let offset = 7;
  const take = (index: number) => {
    const length = bytes[index] ?? 0;
    offset += length;
    return bytes.subarray(offset - length, offset).toString('utf8');
  };
  const [joinRef = '', ref = '', topic = '', event = '', meta = ''] = [1, 2, 3, 4, 5].map(take);
  const rest = bytes.subarray(offset);
  if (bytes[6] !== JSON_ENCODED) throw new SyntaxError('Only JSON payloads are broadcast here');
  const payload = { type: 'broadcast', event, payload: JSON.parse(rest.toString('utf8')), ...(meta ? JSON.parse(meta) : {}) };
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload };
}
