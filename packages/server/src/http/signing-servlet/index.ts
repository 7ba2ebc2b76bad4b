/** The signing service for clients that know no REST. */
export { signingServletInterface } from './interface.ts';
