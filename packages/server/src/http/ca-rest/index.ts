/** The CA REST interface: EJBCA's operations under its addresses. */
export { caRestInterface } from './interface.ts';
