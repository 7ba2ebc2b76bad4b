/** Timed services, which work by themselves as a schedule says. */
export {
  hsmKeepAliveTimedService,
  hsmKeepAliveTimedServiceKind,
  type WorkerKeyTester,
} from './hsm-keep-alive-timed-service.ts';
export { readSchedule, type Schedule } from './schedule.ts';
