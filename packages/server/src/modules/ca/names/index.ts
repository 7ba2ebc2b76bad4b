/** Rules of certificate profiles on names. */
export { findUnusualNames, hasNameRules } from './name-rules.ts';
export { isInternetName } from './internet-name.ts';
export { readHostName } from './read-host-name.ts';
export { namesToBeSigned } from './names-to-be-signed.ts';
export { requireAllowedNames } from './require-allowed-names.ts';
