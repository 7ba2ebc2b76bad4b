/** Operations for operators and their monitors. */
export { opsInterface, type ReadinessCheck } from './interface.ts';
