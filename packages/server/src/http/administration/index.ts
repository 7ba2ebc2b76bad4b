/** The administration interface: this project's own operations, for what the CA REST interface has none. */
export { administrationInterface } from './interface.ts';
