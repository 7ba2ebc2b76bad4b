/** The interface by which clients see the keys of workers and choose one. */
export { managedInterface } from './interface.ts';
