/** smimeCapabilities (RFC 4262 §2), of which no rule reads the value. */
export const smimeCapabilities = { oid: '1.2.840.113549.1.9.15', name: 'smimeCapabilities' };
