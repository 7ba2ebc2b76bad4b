/** Path of the administration interface. It holds the version: what clients rely on changes under another one only. */
export const ADMINISTRATION_PREFIX = '/sealwright/v1';
