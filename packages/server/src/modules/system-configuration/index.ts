/** Settings of the installation as a whole, and of functions that are not there yet. */
export { type AvailableProtocols, availableProtocolsType, isServiceAvailable } from './available-protocols-type.ts';
export { KEPT_TYPES } from './kept/index.ts';
