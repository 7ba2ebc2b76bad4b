/**
 * Acts of requests that have ended. They stay readable, but their password verifiers, which nobody needs any more, are removed.
 *
 * The verifier of an act, if it has one, is its member `passwordVerifier`, whatever the act.
 */
import type { JsonObject } from '../../kernel/canonical-json.ts';

/** Returns the act with a placeholder in place of its verifier. */
export function withoutVerifier(act: JsonObject): JsonObject {
  return typeof act[VERIFIER] === 'string' ? { ...act, [VERIFIER]: FORGOTTEN } : act;
}

/** Returns whether the act has a verifier. */
export function hasVerifier(act: JsonObject): boolean {
  return typeof act[VERIFIER] === 'string' && act[VERIFIER] !== FORGOTTEN;
}

/** Returns whether the act had a verifier that was removed. Such an act cannot be executed any more. */
export function isWithoutVerifier(act: JsonObject): boolean {
  return act[VERIFIER] === FORGOTTEN;
}

const VERIFIER = 'passwordVerifier';
/** A placeholder that no password matches. It is a text so that earlier releases also see that there was a verifier. */
const FORGOTTEN = 'forgotten';
