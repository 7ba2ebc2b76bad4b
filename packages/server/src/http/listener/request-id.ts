import type { Random } from '../../kernel/random.ts';

/** Makes the id of a request, by which its answer and its lines in the log are known. */
export function newRequestId(random: Random): string {
  return random.bytes(REQUEST_ID_OCTETS).toHex();
}

const REQUEST_ID_OCTETS = 16;
