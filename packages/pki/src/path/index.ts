export { checkCaChain, orderCaChain } from './ca-chain.ts';
export { PathError, type PathErrorCode } from './errors.ts';
