/** Where clients of the signing interface look. */
export const SIGNING_REST_PREFIX = '/signserver/rest/v1';
