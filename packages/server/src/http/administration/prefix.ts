/** Where the administration interface is. The version stands in it: what a client relies on changes under another one only. */
export const ADMINISTRATION_PREFIX = '/sealwright/v1';
