/** Bodies of requests: JSON, and the memory that large ones take. */
export { BodyMemory } from './body-memory.ts';
export { followHandlers, takeBodyMemory } from './body-share.ts';
export { installBodyParsers, installJsonParserForAnyType } from './json-body.ts';
export { type BodyRoom, makeRoomForBodies } from './large-bodies.ts';
