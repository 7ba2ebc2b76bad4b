/** Where clients of the managed interface look. */
export const MANAGED_PREFIX = '/signserver/rest-managed/v1';
