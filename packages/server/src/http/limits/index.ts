/** Limits on what one client may use, and counts of what was refused. */
export { type ClientConnection, ClientConnections } from './client-connections.ts';
export { closeInStages, endUnreadable, endWithAnswer, hasMoreToCome, isEnding } from './early-answer.ts';
export { ClientRequests } from './client-requests.ts';
export { GradualClosing } from './gradual-closing.ts';
export { ClientRates } from './client-rates.ts';
export { isTooSlow } from './too-slow.ts';
export { type Refusal, Refusals } from './refusals.ts';
