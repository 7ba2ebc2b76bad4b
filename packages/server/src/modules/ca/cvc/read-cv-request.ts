/** Requests for card verifiable certificates as they arrive: unverified text. */
import { CvRequest, parsePem, PkiError } from '@sealwright/pki';
import { BadCvRequestError } from './errors.ts';

/**
 * Reads a request and verifies its proof of possession. An outer signature is left to the caller, who knows the key to verify it with.
 *
 * @param text - PEM of one block with any label, or base64
 * @throws {@link BadCvRequestError}
 */
export function readCvRequest(text: string): CvRequest {
  return refusingBadCvRequest(() => {
    const request = CvRequest.parse(octetsOf(text));
    request.verifyProofOfPossession();
    return request;
  });
}

/** Returns the result of `read`, and reports PKI errors as errors of the sender. @throws {@link BadCvRequestError} */
export function refusingBadCvRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError) throw new BadCvRequestError(`${error.message}.`, { cause: error });
    throw error;
  }
}

function octetsOf(text: string): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH)
    throw new BadCvRequestError(`it has ${text.length} characters; ${MAX_TEXT_LENGTH} are the most.`);
  if (text.includes('-----BEGIN')) return octetsOfPem(text);
  try {
    return Uint8Array.fromBase64(text.trim());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new BadCvRequestError('it is neither PEM nor base64.', { cause: error });
  }
}

function octetsOfPem(text: string): Uint8Array {
  const [block, ...others] = parsePem(text);
  if (others.length > 0)
    throw new BadCvRequestError(`the PEM text holds ${others.length + 1} blocks; give the one of the request.`);
  return block!.der;
}

/** Maximum length of a request, which leaves room for RSA keys and a long certificate description. */
const MAX_TEXT_LENGTH = 128 * 1024;
