/** Path at which existing clients look for the CA REST interface. */
export const CA_REST_PREFIX = '/ejbca/ejbca-rest-api';
