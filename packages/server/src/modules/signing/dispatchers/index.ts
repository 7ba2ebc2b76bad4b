/** Dispatchers, which pass requests on to other workers. */
export { firstActiveDispatcherKind } from './first-active-dispatcher.ts';
export { requestedPolicyDispatcherKind } from './requested-policy-dispatcher.ts';
export { userMappedDispatcherKind } from './user-mapped-dispatcher.ts';
