/** Workers that hold the keystore with their keys themselves. */

/** Tells whether removing a worker removes keys with it: those that were made in a keystore among its settings. */
export function holdsKeys(properties: Readonly<Record<string, string>>): boolean {
  const { CRYPTOTOKEN, CRYPTOTOKEN_IMPLEMENTATION_CLASS: implementation = '', KEYSTORETYPE = '' } = properties;
  if (CRYPTOTOKEN !== undefined) return false;
  const token = implementation.slice(implementation.lastIndexOf('.') + 1);
  return (
    token === 'KeystoreInConfigCryptoToken' ||
    (token === 'KeystoreCryptoToken' && KEYSTORETYPE.toUpperCase() === 'INTERNAL')
  );
}

/** Describes what is lost with such a worker, as a sentence. */
export function lostKeys(worker: string): string {
  return `This removes the worker '${worker}' with the keys in its keystore for good.`;
}
