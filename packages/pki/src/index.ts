export * as placeholder from './der/index.ts';
