/** Rules of certificate profiles on names. */
export { findNameFaults, hasNameRules } from './name-rules.ts';
export { isInternetName } from './internet-name.ts';
export { readHostName } from './read-host-name.ts';
export { namesToBeSigned } from './names-to-be-signed.ts';
export { checkNameRules } from './check-name-rules.ts';
