/**
 * The frames of Supabase Realtime as @supabase/realtime-js sends and reads them: Phoenix messages, version 1.0.0 as an object,
 * 2.0.0 as an array. Its binary frames are broadcasts from clients, whom nobody hears here.
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

export function encodeFrame(version: WireVersion, frame: Frame): string {
  const { joinRef, ref, topic, event, payload } = frame;
  return JSON.stringify(
    version === '2.0.0' ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref, join_ref: joinRef },
  );
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const record = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

/** @throws SyntaxError for what is no frame. */
export function decodeFrame(data: RawData): Frame {
  const bytes = Buffer.isBuffer(data) ? data : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
  const parsed: unknown = JSON.parse(bytes.toString('utf8'));
  const message = record(parsed);
  const parts = Array.isArray(parsed) ? parsed : [message.join_ref, message.ref, message.topic, message.event, message.payload];
  const [joinRef, ref, topic, event, payload] = parts;
  if (typeof topic !== 'string' || typeof event !== 'string') throw new SyntaxError('A frame needs topic and event');
  return { joinRef: textOrNull(joinRef), ref: textOrNull(ref), topic, event, payload: record(payload) };
}
