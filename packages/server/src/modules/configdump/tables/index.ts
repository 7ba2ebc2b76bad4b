/** The tables of types: what their items say otherwise than their schemas. */
export { DUMP_TABLES } from './all-tables.ts';
