/** Bodies of requests and answers: JSON, and the memory that large ones take. */
export { AnswerMemory } from './answer-memory.ts';
export { BodyMemory } from './body-memory.ts';
export { followHandlers, takeBodyMemory } from './body-share.ts';
export { installBodyParsers, installJsonParserForAnyType } from './json-body.ts';
export { heldInMemory, makeRoomForAnswers, takeAnswerMemory } from './large-answers.ts';
export { type BodyRoom, makeRoomForBodies } from './large-bodies.ts';
