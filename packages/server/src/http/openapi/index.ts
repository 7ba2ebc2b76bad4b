/** Descriptions of interfaces, made from the schemas of their routes. */
export { describeInterface } from './describe-interface.ts';
export { describedInterface } from './described-interface.ts';
