/** Connections that were ended for their pace, so that what fails for it afterwards is told from other failures. */
import type { Socket } from 'node:net';

const tooSlow = new WeakSet<Socket>();

export function markTooSlow(socket: Socket): void {
  tooSlow.add(socket);
}

export function isTooSlow(socket: Socket): boolean {
  return tooSlow.has(socket);
}
