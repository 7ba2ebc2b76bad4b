/** What operators and their monitors ask. */
export { opsInterface, type OpsDeps, type ReadinessCheck } from './interface.ts';
