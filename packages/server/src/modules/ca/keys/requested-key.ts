/** The key that a certificate request of a CA is for: a new one, or one of the token by its alias. */
export type RequestedKey = { readonly kind: 'new' } | { readonly kind: 'alias'; readonly alias: string };
