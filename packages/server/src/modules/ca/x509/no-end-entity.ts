/** Parts of orders of certificates that a CA gets for itself, a responder or a link, and no end entity. */

/** Order members that only certificates of end entities use. */
export const NO_END_ENTITY = {
  endEntityProfileId: 0,
  endEntityId: undefined,
  username: undefined,
  alternativeNames: [],
} as const;

/** Members of a profile that allow every key. */
export const ANY_KEY = { keyAlgorithms: undefined, keyBits: undefined, curves: undefined };
