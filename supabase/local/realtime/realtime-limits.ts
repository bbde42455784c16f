/**
 * Limits the use of one socket. The publishable key is no secret, so anybody may open one. A device of ours has one socket for
 * each tab with one channel, sends its token and a heartbeat, and gets a few hundred bytes at a time.
 */
import type { WebSocket } from 'ws';

export interface RealtimeLimits {
  /** Largest frame in bytes; a token has about one thousand. */
  frame: number;
  channels: number;
  /** Frames of one socket that may wait for their work. */
  waiting: number;
  /** Most bytes that a device has not read yet. */
  unread: number;
  /** Milliseconds between pings. A device that is silent from one ping to the next is gone. */
  ping: number;
  /** A socket without a channel is closed after this number of pings. */
  idlePings: number;
  /** Sockets of one address, which all tablets and tabs of a salon share. */
  ofAddress: number;
  sockets: number;
}

export const REALTIME_LIMITS: RealtimeLimits = {
  frame: 16 * 1024,
  channels: 4,
  waiting: 50,
  unread: 1024 * 1024,
  ping: 30_000,
  idlePings: 3,
  ofAddress: 100,
  sockets: 1_000,
};

export interface Watched {
  readonly socket: WebSocket;
  readonly channels: { readonly size: number };
}

export interface SocketWatch {
  /** True if this address may open one more socket. */
  hasRoomFor(address: string): boolean;
  add(device: Watched, address: string): void;
  stop(): void;
}

interface State {
  heard: boolean;
  idle: number;
}

/** Counts the sockets by address, pings them, and ends those that are gone or have no channel. */
export function watchSockets(limits: RealtimeLimits): SocketWatch {
  const devices = new Map<Watched, State>();
  const ofAddress = new Map<string, number>();

  function look(device: Watched, state: State): void {
    state.idle = device.channels.size === 0 ? state.idle + 1 : 0;
    const isGone = !state.heard || state.idle >= limits.idlePings;
    state.heard = false;
    if (isGone) device.socket.terminate();
    else device.socket.ping();
  }
  const timer = setInterval(() => {
    for (const [device, state] of devices) look(device, state);
  }, limits.ping);
  timer.unref();

  return {
    hasRoomFor: (address) => devices.size < limits.sockets && (ofAddress.get(address) ?? 0) < limits.ofAddress,
    add(device, address) {
      const state: State = { heard: true, idle: 0 };
      const heard = () => {
        state.heard = true;
      };
      devices.set(device, state);
      ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1);
      device.socket.on('message', heard);
      device.socket.on('pong', heard);
      device.socket.on('close', () => {
        devices.delete(device);
        const left = (ofAddress.get(address) ?? 1) - 1;
        if (left > 0) ofAddress.set(address, left);
        else ofAddress.delete(address);
      });
    },
    stop: () => clearInterval(timer),
  };
}
