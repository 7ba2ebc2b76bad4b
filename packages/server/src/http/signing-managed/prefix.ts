/** Path at which clients look for the managed interface. */
export const MANAGED_PREFIX = '/signserver/rest-managed/v1';
