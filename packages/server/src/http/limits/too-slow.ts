/** Connections that were closed for being too slow, so that the failures that follow are told from others. */
import type { Socket } from 'node:net';

const tooSlow = new WeakSet<Socket>();

export function markTooSlow(socket: Socket): void {
  tooSlow.add(socket);
}

export function isTooSlow(socket: Socket): boolean {
  return tooSlow.has(socket);
}
