/** Path at which clients look for the signing interface. */
export const SIGNING_REST_PREFIX = '/signserver/rest/v1';
