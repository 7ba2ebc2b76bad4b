/**
 * Acts of requests that have ended. They stay readable, but a password verifier in them is of no use any more and is forgotten.
 *
 * The verifier of an act, if it has one, is its member `passwordVerifier`, whatever the act.
 */
import type { JsonObject } from '../../kernel/canonical-json.ts';

/** Returns the act with a word instead of its verifier, which tells that there was one. */
export function withoutVerifier(act: JsonObject): JsonObject {
  return typeof act[VERIFIER] === 'string' ? { ...act, [VERIFIER]: FORGOTTEN } : act;
}

/** Returns whether the act has a verifier. */
export function hasVerifier(act: JsonObject): boolean {
  return typeof act[VERIFIER] === 'string' && act[VERIFIER] !== FORGOTTEN;
}

/** Returns whether the act had a verifier. Then it cannot be done any more. */
export function isWithoutVerifier(act: JsonObject): boolean {
  return act[VERIFIER] === FORGOTTEN;
}

const VERIFIER = 'passwordVerifier';
/** No password fits it. A text, so that earlier releases, too, see that there was a verifier. */
const FORGOTTEN = 'forgotten';
