/** Operations for operators and their monitors. */
export { opsInterface, type OpsDeps, type ReadinessCheck } from './interface.ts';
