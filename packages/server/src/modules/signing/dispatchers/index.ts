/** Dispatchers, which pass requests on to other workers. */
export { firstActiveDispatcher, firstActiveDispatcherKind } from './first-active-dispatcher.ts';
export { RequestedPolicyDispatcher, requestedPolicyDispatcherKind } from './requested-policy-dispatcher.ts';
export { userMappedDispatcher, userMappedDispatcherKind } from './user-mapped-dispatcher.ts';
