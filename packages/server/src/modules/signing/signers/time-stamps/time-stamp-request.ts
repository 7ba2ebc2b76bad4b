import { parseTimeStampRequest, PkiError, type TimeStampRequest } from '@sealwright/pki';
import { allOf, type Content } from '../../../../kernel/content.ts';

/** Reads a request for a time-stamp (RFC 3161 §2.4.1). Returns undefined if it is not a request. */
export async function readTimeStampRequest(content: Content): Promise<TimeStampRequest | undefined> {
  if (content.octets > MAX_REQUEST_OCTETS) return undefined;
  try {
    return parseTimeStampRequest(await allOf(content));
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

/** Maximum size of a request that is parsed. */
const MAX_REQUEST_OCTETS = 16_384;
