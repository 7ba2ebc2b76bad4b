/** Import of a dump: reading, planning, and making it so. */
export { DumpNotJsonError, ImportPlanMovedError, UnreadableDumpError } from './errors.ts';
export { ImportConfiguration } from './import-configuration.ts';
export type { ImportOptions, ImportRemark, ImportResult, RawItem } from './import-options.ts';
export { InitializeImported } from './initialize-imported.ts';
export { jsonItems } from './json-items.ts';
export { YamlThread } from './yaml-thread.ts';
export { ZipItemReader } from './zip-items.ts';
