/** Keystores of Bouncy Castle's format BCFKS. */
export { isBcfks, type BcfksKey, type BcfksLimits, readBcfks } from './read-bcfks.ts';
export { writeBcfks, type WriteBcfksOptions } from './write-bcfks.ts';
