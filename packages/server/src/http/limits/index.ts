/** Limits of what one client may take from others, and the count of what was refused. */
export { ClientConnections } from './client-connections.ts';
export { ClientRequests } from './client-requests.ts';
export { Pace } from './pace.ts';
export { isTooSlow } from './too-slow.ts';
export { type Refusal, Refusals } from './refusals.ts';
